"""An excerpt of Shopify's Admin GraphQL schema, version 2026-07: what the product asks for, as Shopify declares it."""

EXCERPT = """
directive @idempotent(key: String!)
type QueryRoot
  shop: Shop!
  currentAppInstallation: AppInstallation!
  products(first: Int, after: String, query: String, sortKey: ProductSortKeys, reverse: Boolean): ProductConnection!
  productsCount(query: String, limit: Int): Count
  product(id: ID!): Product
  productVariant(id: ID!): ProductVariant
  productVariants(first: Int, after: String, query: String): ProductVariantConnection!
  orders(first: Int, after: String, query: String, sortKey: OrderSortKeys, reverse: Boolean): OrderConnection!
  ordersCount(query: String, limit: Int): Count
  order(id: ID!): Order
  customers(first: Int, after: String, query: String, sortKey: CustomerSortKeys, reverse: Boolean): CustomerConnection!
  customersCount(query: String, limit: Int): Count
type Mutation
  productVariantsBulkUpdate(productId: ID!, variants: [ProductVariantsBulkInput!]!): ProductVariantsBulkUpdatePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  inventoryAdjustQuantities(input: InventoryAdjustQuantitiesInput!): InventoryAdjustQuantitiesPayload
type Shop
  name: String!
  myshopifyDomain: String!
  ianaTimezone: String!
  currencyCode: CurrencyCode!
type AppInstallation
  accessScopes: [AccessScope!]!
type AccessScope
  handle: String!
type Count
  count: Int!
  precision: CountPrecision!
type PageInfo
  hasNextPage: Boolean!
  endCursor: String
type ProductConnection
  nodes: [Product!]!
  pageInfo: PageInfo!
type Product
  id: ID!
  title: String!
  status: ProductStatus!
  vendor: String!
  productType: String!
  totalInventory: Int!
  tracksInventory: Boolean!
  variants(first: Int, after: String): ProductVariantConnection!
type ProductVariantConnection
  nodes: [ProductVariant!]!
  pageInfo: PageInfo!
type ProductVariant
  id: ID!
  title: String!
  sku: String
  price: Money!
  compareAtPrice: Money
  inventoryQuantity: Int
  product: Product!
  inventoryItem: InventoryItem!
type InventoryItem
  id: ID!
  tracked: Boolean!
  inventoryLevels(first: Int, after: String): InventoryLevelConnection!
type InventoryLevelConnection
  nodes: [InventoryLevel!]!
  pageInfo: PageInfo!
type InventoryLevel
  id: ID!
  location: Location!
  quantities(names: [String!]!): [InventoryQuantity!]!
type InventoryQuantity
  name: String!
  quantity: Int!
type Location
  id: ID!
  name: String!
type InventorySetQuantitiesPayload
  inventoryAdjustmentGroup: InventoryAdjustmentGroup
  userErrors: [InventorySetQuantitiesUserError!]!
type InventoryAdjustQuantitiesPayload
  inventoryAdjustmentGroup: InventoryAdjustmentGroup
  userErrors: [InventoryAdjustQuantitiesUserError!]!
type InventoryAdjustmentGroup
  id: ID!
  reason: String!
type InventorySetQuantitiesUserError
  field: [String!]
  message: String!
  code: InventorySetQuantitiesUserErrorCode
type InventoryAdjustQuantitiesUserError
  field: [String!]
  message: String!
  code: InventoryAdjustQuantitiesUserErrorCode
type OrderConnection
  nodes: [Order!]!
  pageInfo: PageInfo!
type Order
  id: ID!
  name: String!
  createdAt: DateTime!
  cancelledAt: DateTime
  test: Boolean!
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  totalPriceSet: MoneyBag!
  totalRefundedSet: MoneyBag!
  customer: Customer
  lineItems(first: Int, after: String): LineItemConnection!
type MoneyBag
  shopMoney: MoneyV2!
type MoneyV2
  amount: Decimal!
  currencyCode: CurrencyCode!
type LineItemConnection
  nodes: [LineItem!]!
  pageInfo: PageInfo!
type LineItem
  title: String!
  variantTitle: String
  quantity: Int!
  currentQuantity: Int!
  product: Product
  discountedUnitPriceAfterAllDiscountsSet: MoneyBag!
type CustomerConnection
  nodes: [Customer!]!
  pageInfo: PageInfo!
type Customer
  id: ID!
  displayName: String!
  createdAt: DateTime!
  numberOfOrders: UnsignedInt64!
  amountSpent: MoneyV2!
  defaultEmailAddress: CustomerEmailAddress
  defaultAddress: MailingAddress
  lastOrder: Order
type CustomerEmailAddress
  emailAddress: String!
type MailingAddress
  city: String
  country: String
type ProductVariantsBulkUpdatePayload
  productVariants: [ProductVariant!]
  userErrors: [ProductVariantsBulkUpdateUserError!]!
type ProductVariantsBulkUpdateUserError
  field: [String!]
  message: String!
  code: ProductVariantsBulkUpdateUserErrorCode
input ProductVariantsBulkInput
  id: ID
  price: Money
  compareAtPrice: Money
input InventorySetQuantitiesInput
  name: String!
  reason: String!
  referenceDocumentUri: String
  quantities: [InventoryQuantityInput!]!
input InventoryQuantityInput
  inventoryItemId: ID!
  locationId: ID!
  quantity: Int!
  changeFromQuantity: Int
input InventoryAdjustQuantitiesInput
  name: String!
  reason: String!
  referenceDocumentUri: String
  changes: [InventoryChangeInput!]!
input InventoryChangeInput
  inventoryItemId: ID!
  locationId: ID!
  delta: Int!
  changeFromQuantity: Int
enum ProductSortKeys CREATED_AT ID INVENTORY_TOTAL PRODUCT_TYPE PUBLISHED_AT RELEVANCE TITLE UPDATED_AT VENDOR
enum OrderSortKeys CREATED_AT CUSTOMER_NAME ID ORDER_NUMBER PROCESSED_AT RELEVANCE TOTAL_PRICE UPDATED_AT
enum CustomerSortKeys CREATED_AT ID LOCATION NAME RELEVANCE UPDATED_AT
"""
