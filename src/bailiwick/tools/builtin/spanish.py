"""What the tools that ship do, said to a person in Spanish; models read their descriptions in English."""

from collections.abc import Mapping

SPANISH: Mapping[str, str] = {
    "getCurrentDateTime": "Dice la fecha y la hora.",
    "calculator": "Calcula con exactitud.",
    "addNote": "Empieza una nota o lista nueva con título propio.",
    "appendNote": "Añade a la nota o lista de ese título; si no existe, la crea.",
    "listNotes": "Enumera tus notas, la de cambio más reciente primero.",
    "readNote": "Lee una de tus notas o listas.",
    "deleteNote": "Borra una nota o lista entera; se puede recuperar durante 30 días.",
    "restoreNote": "Recupera una nota o lista borrada, tal como era.",
    "createDocument": "Guarda un texto como documento que puedes abrir, leer y conservar.",
    "searchDocuments": "Busca en los documentos que guardas aquí y devuelve los mejores pasajes.",
    "readDocument": "Lee un documento que guardas aquí.",
    "create_entities": "Crea entidades en la memoria que comparten los agentes.",
    "create_relations": "Crea relaciones entre entidades de la memoria.",
    "add_observations": "Añade hechos a entidades de la memoria.",
    "delete_entities": "Borra entidades de la memoria, con sus relaciones.",
    "delete_observations": "Borra hechos de entidades de la memoria.",
    "delete_relations": "Borra relaciones de la memoria; las entidades quedan.",
    "read_graph": "Lee toda la memoria: entidades, hechos y relaciones.",
    "search_nodes": "Busca en la memoria las entidades que contienen un texto.",
    "open_nodes": "Lee entidades de la memoria por su nombre.",
    "remember": "Recuerda un hecho, exista ya o no su entidad.",
    "recall": "Cuenta lo que se sabe de algo, con quién lo dijo y cuándo.",
    "forget": "Olvida para siempre una entidad o un hecho.",
    "summarize_graph": "Resume la memoria: cuánto hay, de qué tipos y qué se contradice.",
    "undo_memory": "Deshace el último cambio de la memoria que se pueda deshacer.",
    "run_js": "Ejecuta JavaScript o TypeScript en un entorno aislado cuyos archivos se conservan.",
    "run_js_ephemeral": "Ejecuta JavaScript o TypeScript una vez, en un entorno aislado que luego se desecha.",
    "sandbox_initialize": "Inicia un entorno aislado: una carpeta vacía para código y archivos.",
    "sandbox_exec": "Ejecuta órdenes en un entorno aislado.",
    "sandbox_stop": "Detiene un entorno aislado y borra sus archivos.",
    "get_dependency_types": "Devuelve las declaraciones de TypeScript de paquetes npm.",
    "bash": "Ejecuta una orden en un espacio propio cuyos archivos se conservan.",
    "fetch": "Lee una página o un texto de la web pública.",
    "search_npm_packages": "Busca paquetes de JavaScript en el registro de npm.",
    "webSearch": "Busca en la web.",
    "weatherInfo": "Dice el tiempo que hace y el pronóstico de hasta 16 días.",
    "cryptoPrices": "Dice cuánto cuestan ahora las criptomonedas.",
    "skiConditions": "Dice la nieve y el estado de una de cien estaciones de esquí.",
    "randomFact": "Cuenta un hecho curioso y cierto, con su fuente.",
    "mailboxStatus": "Dice si tu buzón está conectado y qué hacer si no lo está.",
    "shopifyGetProducts": "Enumera los productos de tu tienda de Shopify, con precios y existencias.",
    "shopifySearchProducts": "Busca productos de tu tienda de Shopify por palabras o SKU.",
    "shopifyGetOrders": "Enumera los pedidos de tu tienda de Shopify, los últimos primero.",
    "shopifyGetCustomers": "Enumera los clientes de tu tienda de Shopify.",
    "shopifyGetAnalytics": "Calcula las ventas de tu tienda de Shopify en unos días, con un gráfico.",
    "shopifyUpdateProductPrice": "Cambia el precio de un producto de tu tienda de Shopify.",
    "complete_task": "Termina el trabajo de la tarea y entrega su resultado.",
    "createTask": "Apunta una tarea en tu tablero, para ti o para un agente.",
    "listTasks": "Enumera las tareas de tu tablero, las que vencen antes primero.",
    "create": "Crea otro residente por debajo, con buzón propio.",
    "send": "Escribe un correo a un miembro del enjambre.",
    "send_group_message": "Escribe un correo a todos los de un grupo.",
}
"""By the names of the tools."""

_SCOPE = (
    "user: memoria duradera; session: memoria de esta conversación, que desaparece 12 horas después de su último uso."
)
_SOURCE = "De dónde viene: una dirección, un documento, quién lo dijo."
_ENTITIES_AT_MOST = "Como mucho tantas entidades; todas si no se da."
_OFFSET = "Cuántas entidades dejar fuera al principio."
_NOTE_TITLE = "Título de la nota, p. ej. Lista de la compra."
_STORE = "Nombre o dominio de la tienda; sin él, la predeterminada; `all`, todas."
_CURSOR = "`next` de la página anterior; solo para una tienda."
_DAY = "Fecha, como 2026-07-01, en la zona horaria de la tienda."
_CONDITIONS = "Más condiciones, en la sintaxis de búsqueda de Shopify."
_PRODUCTS = "Cuántos productos."
_CODE = "Un módulo ES en JavaScript o TypeScript; escribe sus resultados."
_PACKAGES = "Paquetes npm que importa."
_SEARCHED = "Qué buscar, en pocas palabras."
_CONTENT = "Lo que hay que decir, completo en sí mismo."

SPANISH_ARGUMENTS: Mapping[str, Mapping[str, str]] = {
    "getCurrentDateTime": {
        "timezone": "Zona horaria IANA, p. ej. Europe/Madrid; cuenta más que el lugar.",
        "place": "Ciudad, región o país en inglés o español, p. ej. Tokyo, Londres.",
    },
    "calculator": {"expression": "Qué calcular, p. ej. 2x + 5 = 15.", "explain": "Da también los pasos."},
    "addNote": {"title": _NOTE_TITLE, "lines": "Una entrada por línea o elemento de la lista."},
    "appendNote": {
        "title": _NOTE_TITLE,
        "lines": "Qué añadir, una entrada por elemento.",
        "text": "En lugar de lines: texto que añadir, una línea por renglón.",
    },
    "readNote": {"title": _NOTE_TITLE},
    "deleteNote": {"title": _NOTE_TITLE},
    "restoreNote": {"title": "Su título; sin él, la que se borró la última."},
    "createDocument": {"title": "Un título corto.", "content": "Todo el texto, en Markdown."},
    "searchDocuments": {
        "query": 'Palabras; "una frase"; -sin. En cualquier idioma.',
        "limit": "Cuántos pasajes como mucho.",
        "document": "Solo en este documento: su id o su título.",
    },
    "readDocument": {
        "document": "El id de un documento, o su título.",
        "start": "Dónde empezar, en caracteres.",
        "max_characters": "Cuánto leer.",
    },
    "create_entities": {"entities": "Las entidades que crear.", "scope": _SCOPE, "source": _SOURCE},
    "create_relations": {
        "relations": "Las relaciones, cada una entre dos nombres.",
        "scope": _SCOPE,
        "source": _SOURCE,
    },
    "add_observations": {"observations": "Qué añadir a qué entidad.", "scope": _SCOPE, "source": _SOURCE},
    "delete_entities": {
        "entityNames": "Nombres de las entidades que borrar, tal como están escritos.",
        "scope": _SCOPE,
    },
    "delete_observations": {"deletions": "Qué borrar de qué entidad.", "scope": _SCOPE},
    "delete_relations": {"relations": "Las relaciones, cada una entre dos nombres.", "scope": _SCOPE},
    "read_graph": {"limit": _ENTITIES_AT_MOST, "offset": _OFFSET, "scope": _SCOPE},
    "search_nodes": {
        "query": "Texto que buscar en nombres, tipos y hechos, con mayúsculas o sin ellas.",
        "limit": _ENTITIES_AT_MOST,
        "offset": _OFFSET,
        "scope": _SCOPE,
    },
    "open_nodes": {"names": "Nombres de entidades, tal como están escritos.", "scope": _SCOPE},
    "remember": {
        "fact": "Un hecho, p. ej. prefiere el tren.",
        "about": "De qué trata; default_user es la persona.",
        "entityType": "Tipo de una entidad nueva.",
        "relation": "Qué relación tiene con `to`.",
        "to": "La entidad con la que está relacionado.",
        "toType": "Tipo de esa entidad, si es nueva.",
        "source": _SOURCE,
        "scope": _SCOPE,
    },
    "recall": {
        "about": "Un nombre o unas palabras; default_user es la persona.",
        "limit": "Como mucho tantas entidades.",
        "scope": _SCOPE,
    },
    "forget": {"what": "El nombre de una entidad, o un hecho tal como está escrito.", "scope": _SCOPE},
    "summarize_graph": {"scope": _SCOPE},
    "undo_memory": {"scope": _SCOPE},
    "run_js": {
        "code": _CODE,
        "sandbox_id": "Un entorno iniciado; sin él, tu propio espacio.",
        "dependencies": _PACKAGES,
    },
    "run_js_ephemeral": {"code": _CODE, "dependencies": _PACKAGES},
    "sandbox_exec": {
        "sandbox_id": "El id que devolvió sandbox_initialize.",
        "commands": "Órdenes de shell, una tras otra.",
    },
    "sandbox_stop": {"sandbox_id": "El id que devolvió sandbox_initialize."},
    "get_dependency_types": {"dependencies": "Los paquetes npm, cinco como mucho."},
    "bash": {"command": "Una orden o un guion para bash."},
    "fetch": {
        "url": "Dirección de la página, https://….",
        "max_chars": "El texto más largo que devolver.",
        "start": "Dónde empezar en el texto, para seguir leyendo.",
    },
    "search_npm_packages": {"query": _SEARCHED, "limit": "Cuántos paquetes."},
    "webSearch": {
        "query": _SEARCHED,
        "max_results": "Cuántos resultados.",
        "freshness": "Solo lo que sea más reciente.",
        "country": "Código de dos letras del país desde el que buscar.",
        "language": "Código de dos letras del idioma de los resultados.",
        "safe": "Con cuánto rigor se dejan fuera los contenidos para adultos.",
    },
    "weatherInfo": {
        "place": "Población o país, precisado tras una coma: Springfield, Illinois.",
        "latitude": "En lugar de un lugar.",
        "longitude": "En lugar de un lugar.",
        "days": "Cuántos días devolver, contando hoy.",
        "when": "El día por el que se pregunta: now, today, tomorrow, un día de la semana en inglés, weekend, week o"
        " AAAA-MM-DD.",
        "units": "Sin ellas, las del país de la persona, o si no las del lugar.",
    },
    "cryptoPrices": {
        "coins": "Nombres, símbolos o ids de CoinGecko: bitcoin, ETH, avalanche-2.",
        "currency": "Código o nombre de la moneda: usd, eur, pounds.",
    },
    "skiConditions": {
        "resort": "Nombre de la estación de esquí; sin él, Mt. Hood Meadows.",
        "units": "Sin ellas, las del país de la estación.",
    },
    "randomFact": {
        "topic": "Uno de animals, space, geography, history, science, body, food, language, technology, arts, plants,"
        " ocean, weather, maths, sport, o una sola palabra cualquiera.",
        "language": "Sin él, el de la persona.",
        "exclude": "Ids de los hechos que ya se contaron en esta conversación.",
    },
    "shopifyGetProducts": {
        "store": _STORE,
        "query": _CONDITIONS,
        "status": "Solo estos.",
        "low_stock": "Solo productos con tantas unidades o menos; 0: agotados.",
        "limit": _PRODUCTS,
        "cursor": _CURSOR,
    },
    "shopifySearchProducts": {
        "text": "Palabras del título, la marca o el tipo; un SKU.",
        "store": _STORE,
        "limit": _PRODUCTS,
    },
    "shopifyGetOrders": {
        "store": _STORE,
        "period": "Solo los pedidos de este tiempo.",
        "since": _DAY,
        "until": _DAY,
        "status": "Solo estos.",
        "query": _CONDITIONS,
        "limit": "Cuántos pedidos.",
        "cursor": _CURSOR,
    },
    "shopifyGetCustomers": {
        "store": _STORE,
        "query": "Un nombre, una dirección de correo, o la sintaxis de búsqueda de Shopify.",
        "limit": "Cuántos clientes.",
        "cursor": _CURSOR,
    },
    "shopifyGetAnalytics": {
        "metric": "Qué se mira más de cerca, y se dibuja.",
        "period": "Qué tiempo; los últimos 30 días si no se dice.",
        "since": _DAY,
        "until": _DAY,
        "store": _STORE,
    },
    "shopifyUpdateProductPrice": {
        "price": "Importe como 19.99.",
        "product": "Id, título o SKU del producto.",
        "variant": "Id, título o SKU de una de sus variantes.",
        "old_price": "El precio que tiene ahora. Dalo siempre que lo sepas: lo ve quien da su visto bueno, y no se"
        " cambia nada si entretanto es otro.",
        "compare_at": "Precio que mostrar tachado; sin él, como está.",
        "store": "Nombre o dominio; sin él, la tienda predeterminada.",
    },
    "complete_task": {"result": "El resultado completo, en Markdown.", "summary": "Una o dos frases sobre él."},
    "createTask": {
        "title": "Qué hay que hacer, en una línea.",
        "description": "Más sobre ello, en Markdown.",
        "agentId": "Id del agente que debe hacerlo, si se sabe.",
        "due": "Para cuándo: una fecha o una hora (ISO 8601), today, tomorrow, o un día de la semana en inglés como"
        " friday.",
        "priority": "Cuánto importa.",
    },
    "listTasks": {
        "status": "Estados, separados por comas: todo, doing, review, done, paused, cancelled; sin ellos, los"
        " abiertos.",
        "due": "Solo las atrasadas, o las que vencen ese día o en siete días.",
        "search": "Solo las que tienen este texto.",
    },
    "create": {
        "role": "Pocas palabras, p. ej. investigador.",
        "guidance": "Qué debe hacer y cómo, como se lo dirías a una persona.",
        "name": "Cómo lo llaman los demás; sin él se le pone uno.",
        "tools": "Patrones de nombres de herramientas que puede usar; sin ellos, los tuyos. Nunca más que los tuyos.",
    },
    "send": {
        "to": "El nombre de un residente, o `person`.",
        "content": _CONTENT,
        "expects_reply": "Si necesitas respuesta. Sin ello se espera una de un residente al que no respondes.",
    },
    "send_group_message": {
        "group": "El nombre de un grupo en el que estás.",
        "content": _CONTENT,
        "expects_reply": "Si necesitas respuesta; dilo siempre que preguntes algo.",
    },
}
"""What their arguments mean, by the names of tool and argument."""
