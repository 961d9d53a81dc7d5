"""What is asked of Shopify's Admin GraphQL API, version 2026-07; the shapes of what comes back are Shopify's."""

SHOP = """
query Shop {
  shop { name myshopifyDomain ianaTimezone currencyCode }
  currentAppInstallation { accessScopes { handle } }
}
"""

_PRODUCT = """
    id title status vendor productType totalInventory tracksInventory
    variants(first: 10) {
      nodes { id title sku price compareAtPrice inventoryQuantity }
      pageInfo { hasNextPage }
    }
"""

PRODUCTS = f"""
query Products($first: Int!, $after: String, $query: String, $sort: ProductSortKeys) {{
  products(first: $first, after: $after, query: $query, sortKey: $sort) {{
    nodes {{ {_PRODUCT} }}
    pageInfo {{ hasNextPage endCursor }}
  }}
  productsCount(query: $query) {{ count precision }}
}}
"""

PRODUCT = """
query Product($id: ID!) {
  product(id: $id) {
    id title status
    variants(first: 100) {
      nodes { id title sku price compareAtPrice }
      pageInfo { hasNextPage }
    }
  }
}
"""

PRICES = """
query Prices($after: String) {
  products(first: 20, after: $after, query: "status:active", sortKey: TITLE) {
    nodes {
      id title
      variants(first: 20) {
        nodes { id title price compareAtPrice }
        pageInfo { hasNextPage }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
"""

VARIANT = """
query Variant($id: ID!) {
  productVariant(id: $id) { id title sku price compareAtPrice product { id title status } }
}
"""

NAMED = """
query Named($query: String!) {
  products(first: 10, query: $query) {
    nodes { id title status }
    pageInfo { hasNextPage }
  }
  productVariants(first: 10, query: $query) {
    nodes { id title sku product { id title status } }
  }
}
"""

ORDERS = """
query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT, reverse: true) {
    nodes {
      id name createdAt cancelledAt test displayFinancialStatus displayFulfillmentStatus
      totalPriceSet { shopMoney { amount currencyCode } }
      totalRefundedSet { shopMoney { amount currencyCode } }
      customer { displayName }
      lineItems(first: 10) {
        nodes { title variantTitle quantity }
        pageInfo { hasNextPage }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
  ordersCount(query: $query) { count precision }
}
"""

CUSTOMERS = """
query Customers($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) {
    nodes {
      id displayName createdAt numberOfOrders
      amountSpent { amount currencyCode }
      defaultEmailAddress { emailAddress }
      defaultAddress { city country }
      lastOrder { name createdAt }
    }
    pageInfo { hasNextPage endCursor }
  }
  customersCount(query: $query) { count precision }
}
"""

KNOWN_CUSTOMERS = """
query KnownCustomers($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id displayName numberOfOrders
      amountSpent { amount currencyCode }
      lastOrder { createdAt }
    }
    pageInfo { hasNextPage endCursor }
  }
}
"""

_SALE = """
      id createdAt cancelledAt test
      totalPriceSet { shopMoney { amount currencyCode } }
      totalRefundedSet { shopMoney { amount currencyCode } }
      customer { id displayName numberOfOrders }
"""

SALES = f"""
query Sales($first: Int!, $after: String, $query: String) {{
  orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT) {{
    nodes {{ {_SALE} }}
    pageInfo {{ hasNextPage endCursor }}
  }}
}}
"""

_LINES = """
          nodes {
            title currentQuantity
            product { id }
            discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount currencyCode } }
          }
          pageInfo { hasNextPage endCursor }
"""

SALES_WITH_LINES = f"""
query SalesWithLines($first: Int!, $after: String, $query: String) {{
  orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT) {{
    nodes {{
      {_SALE}
      lineItems(first: 10) {{ {_LINES} }}
    }}
    pageInfo {{ hasNextPage endCursor }}
  }}
}}
"""

MORE_LINES = f"""
query MoreLines($id: ID!, $after: String) {{
  order(id: $id) {{
    lineItems(first: 100, after: $after) {{ {_LINES} }}
  }}
}}
"""

SET_PRICES = """
mutation SetPrices($product: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $product, variants: $variants) {
    productVariants { id price compareAtPrice }
    userErrors { field message code }
  }
}
"""

STOCK = """
query Stock($id: ID!) {
  productVariant(id: $id) {
    inventoryItem {
      id tracked
      inventoryLevels(first: 30) {
        nodes {
          location { id name }
          quantities(names: ["available"]) { name quantity }
        }
        pageInfo { hasNextPage }
      }
    }
  }
}
"""

SET_STOCK = """
mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { field message code }
  }
}
"""

ADJUST_STOCK = """
mutation AdjustStock($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { field message code }
  }
}
"""
