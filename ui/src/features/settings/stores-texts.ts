import { texts } from '@/lib/text'

export const useStoreTexts = texts(
  'settings-stores',
  {
    title: 'Stores', about: 'Shopify stores that your agents may work with. Their tokens are sealed and never shown again.',
    none: 'No stores yet', noneBody: 'Add your Shopify store, and ask what sold this week, what runs low, or for another price.',
    add: 'Add a store', list: 'Stores', checked: 'checked {{when}}', unchecked: 'not checked yet', default: 'default',
    states: { ok: 'ready', refused: 'refused', unreachable: 'not reached', unknown: 'not checked' },
    check: 'Check', checkOne: 'Check {{name}}', works: '{{name}} answers.', more: 'More about {{name}}',
    makeDefault: 'Make it the default', madeDefault: '{{name}} is meant from now on unless you say another.',
    replace: 'Replace the token', remove: 'Remove', removed: '{{name}} is removed. Nothing changes in Shopify.',
    may: 'Its token may', nothing: 'Its token may do nothing that the tools use. Give its app scopes such as read_orders in Shopify.',
    scope: {
      read_products: 'see products', write_products: 'change prices', read_orders: 'see orders', read_all_orders: 'see old orders',
      read_customers: 'see customers', read_inventory: 'see stock',
    },
    dialog: {
      domain: 'Store', domainHint: 'Its address at Shopify, like your-store.myshopify.com.', needDomain: 'Say which store.',
      way: 'What opens it', token: 'Access token', app: 'Client id and secret',
      tokenHint: 'Admin API access token of an app of the store. It begins with shpat_.', needToken: 'Copy the whole token here.',
      appHint: 'Of an app that you made in the Dev Dashboard of Shopify and installed in the store. They stand in its settings.',
      clientId: 'Client id', clientSecret: 'Client secret', needApp: 'Copy both here, whole.',
      default: 'Meant when a request names no store', tries: 'The store is asked first; what it does not take is not kept.',
      save: 'Add', change: 'Replace', replaceTitle: 'Replace the token of {{name}}', added: '{{name}} is added.', replaced: '{{name}} has another token now.',
    },
  },
  {
    title: 'Tiendas', about: 'Tiendas de Shopify con las que pueden trabajar tus agentes. Sus tokens se guardan sellados y no se vuelven a mostrar.',
    none: 'Aún no hay tiendas', noneBody: 'Añade tu tienda de Shopify y pregunta qué se ha vendido esta semana o qué se agota, o pide otro precio.',
    add: 'Añadir una tienda', list: 'Tiendas', checked: 'comprobada {{when}}', unchecked: 'sin comprobar', default: 'predeterminada',
    states: { ok: 'lista', refused: 'rechazada', unreachable: 'sin respuesta', unknown: 'sin comprobar' },
    check: 'Comprobar', checkOne: 'Comprobar {{name}}', works: '{{name}} responde.', more: 'Más sobre {{name}}',
    makeDefault: 'Usarla por defecto', madeDefault: 'A partir de ahora se usa {{name}} mientras no digas otra.',
    replace: 'Cambiar el token', remove: 'Quitar', removed: '{{name}} se ha quitado. En Shopify no cambia nada.',
    may: 'Su token permite', nothing: 'Su token no permite nada de lo que usan las herramientas. Dale a su aplicación permisos como read_orders en Shopify.',
    scope: {
      read_products: 'ver productos', write_products: 'cambiar precios', read_orders: 'ver pedidos', read_all_orders: 'ver pedidos antiguos',
      read_customers: 'ver clientes', read_inventory: 'ver existencias',
    },
    dialog: {
      domain: 'Tienda', domainHint: 'Su dirección en Shopify, como tu-tienda.myshopify.com.', needDomain: 'Di qué tienda.',
      way: 'Con qué se abre', token: 'Token de acceso', app: 'Identificador y secreto',
      tokenHint: 'Token de la Admin API de una aplicación de la tienda. Empieza por shpat_.', needToken: 'Copia aquí el token entero.',
      appHint: 'De una aplicación que has creado en el Dev Dashboard de Shopify e instalado en la tienda. Están en sus ajustes.',
      clientId: 'Identificador de cliente', clientSecret: 'Secreto de cliente', needApp: 'Copia aquí los dos, enteros.',
      default: 'Es la que se usa si no se dice otra', tries: 'Primero se pregunta a la tienda; lo que no acepta no se guarda.',
      save: 'Añadir', change: 'Cambiar', replaceTitle: 'Cambiar el token de {{name}}', added: '{{name}} se ha añadido.', replaced: '{{name}} tiene ya otro token.',
    },
  },
)
