"""The sentences of reasons in Spanish; written like those in English."""

from collections.abc import Mapping

from bailiwick.core.reasons.codes import ReasonCode

SPANISH: Mapping[ReasonCode, str | tuple[str, str]] = {
    ReasonCode.PAUSED: "Lo pausó una persona.",
    ReasonCode.STOPPED: "Lo detuvo una persona.",
    ReasonCode.TURN_STOPPED: "Una persona detuvo el turno.",
    ReasonCode.TURN_ENDED: "El turno terminó antes de que se leyera su correo.",
    ReasonCode.WORKER_STOPPED: "Se apagó el proceso que lo llevaba a cabo.",
    ReasonCode.WORKER_LOST: "En cada uno de los {attempts:number} intentos se perdió el proceso que lo llevaba a cabo.",
    ReasonCode.SWARM_RESTS: "El enjambre no está en marcha.",
    ReasonCode.RESIDENT_RESTS: "{name} no está en marcha.",
    ReasonCode.ROOM_PAUSED: "La sala está en pausa.",
    ReasonCode.SWARM_MAILS: "El enjambre ha enviado {limit:number} correos, que es su límite.",
    ReasonCode.SWARM_SECONDS: "El enjambre ha trabajado {limit:number} segundos, que es su límite.",
    ReasonCode.SWARM_TOKENS: (
        "Lo que queda de los {limit:number} tokens del enjambre no basta para otra llamada al modelo."
    ),
    ReasonCode.RAISE_LIMIT: "{parts} Súbelo y reanuda el enjambre.",
    ReasonCode.TOKENS_RESERVED: "Los últimos tokens del enjambre están reservados por otros.",
    ReasonCode.MAILS_TOO_FAST: (
        "Has escrito {count:number} veces a esa sala en un minuto, que es el límite. Espera, o di lo que tengas que"
        " decir en un solo correo."
    ),
    ReasonCode.MAIL_IN_CIRCLE: (
        "Vuelta {lap:number} de {names} sin que una persona diga nada: el correo no se envió. Cierra el asunto o"
        " escribe a la persona."
    ),
    ReasonCode.TOO_MUCH_UNREAD: (
        "Allí hay {most:number} correos sin leer, que es el límite; se puede escribir más cuando se lean algunos."
    ),
    ReasonCode.INBOX_FULL: "{names}: {parts}",
    ReasonCode.UNEXPECTED: (
        "Algo ha fallado por nuestra parte. Inténtalo de nuevo; si se repite, mira el registro del servidor."
    ),
    ReasonCode.SEVERAL: "{parts}",
    ReasonCode.PERSON_SAID: "{text}",
    ReasonCode.BEFORE_EDITS: "Los agentes como eran antes del primer cambio.",
    ReasonCode.AGENT_ADDED: "Se añadió {agent}",
    ReasonCode.AGENT_DELETED: "Se eliminó {agent}",
    ReasonCode.AGENT_RESET: "{agent} volvió a como venía",
    ReasonCode.AGENT_STATUS: "{agent}: cambió su estado",
    ReasonCode.AGENT_CHANGED: "{agent}: cambios en {fields}",
    ReasonCode.AGENTS_IMPORTED: ("Se importó {count:number} agente", "Se importaron {count:number} agentes"),
    ReasonCode.MESSAGE_IS_FOR: "«{message}» es para {agent}",
    ReasonCode.MISROUTE_REPORTED: "Se avisó de un mensaje mal dirigido: «{message}»",
    ReasonCode.REPORT_WITHDRAWN: "Se retiró el aviso sobre «{message}»",
    ReasonCode.PUBLISHED_AT_ONCE: "Los cambios vuelven a publicarse al momento",
    ReasonCode.BACK_TO: "De vuelta a la versión {number}: {parts}",
    ReasonCode.AGENTS_EDITED: "Se cambiaron los agentes.",
    ReasonCode.EDITS_UNDONE: "Se deshicieron los cambios.",
    ReasonCode.CANDIDATE_PUBLISHED: "Se publicó.",
    ReasonCode.CANDIDATE_MADE_ANEW: "Se hizo de nuevo.",
    ReasonCode.CANDIDATE_DISCARDED: "Se descartó.",
    ReasonCode.CANARY_TAKEN_BACK: "Una persona la retiró.",
    ReasonCode.CANARY_DID_WORSE: (
        "{wrong:number} de sus {decided:number} decisiones se reportaron o fallaron, frente a {others_wrong:number}"
        " de {others:number} de la versión publicada; difícilmente sería solo por azar."
    ),
    ReasonCode.TOOL_ASKS: "Esta herramienta pide permiso antes de cada llamada.",
    ReasonCode.TAINTED_DESTROYS: "El agente ha leído texto de fuera, y esta llamada puede borrar o sobrescribir algo.",
    ReasonCode.TAINTED_REACHES_OUT: "El agente ha leído texto de fuera, y esta llamada cambia algo fuera.",
    ReasonCode.TAINTED_INSTRUCTS: (
        "El agente ha leído texto de fuera, y lo que da aquí pasaría a ser órdenes para otro agente."
    ),
    ReasonCode.TAINTED_ADDRESS: "El agente ha leído texto de fuera y se ha inventado esta dirección: {address}",
    ReasonCode.SANDBOX_CANNOT_CONFINE: (
        "El entorno aislado no puede confinar programas en esta máquina ({trouble}); permite los espacios de nombres"
        " de usuario sin privilegios (en un contenedor: ejecútalo con un perfil de seccomp y AppArmor que deje"
        " funcionar a bubblewrap) y vuelve a iniciar Bailiwick."
    ),
    ReasonCode.SANDBOX_NEEDS_LINUX: (
        "El entorno aislado solo funciona en Linux, con bubblewrap; usa una máquina Linux, un contenedor o WSL 2."
    ),
    ReasonCode.SANDBOX_NEEDS_MACHINE: "El entorno aislado solo conoce máquinas x86_64 y aarch64, y esta es {machine}.",
    ReasonCode.BUBBLEWRAP_MISSING: (
        "No se encontró bubblewrap; instala bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`) y vuelve"
        " a iniciar Bailiwick."
    ),
    ReasonCode.KERNEL_LACKS_CHILDREN: (
        "Este núcleo no dice los hijos de un proceso (CONFIG_PROC_CHILDREN); usa uno que lo haga."
    ),
    ReasonCode.BASH_MISSING: "No se encontró bash en /usr/bin ni en /bin; instálalo y vuelve a iniciar Bailiwick.",
    ReasonCode.DENO_MISSING: (
        "No se encontró Deno; instálalo (`pip install deno`) donde está Bailiwick y vuelve a iniciar Bailiwick."
    ),
    ReasonCode.DENO_LACKS_LIBRARY: (
        "Deno necesita la biblioteca {library}, que falta en esta máquina; instálala y vuelve a iniciar Bailiwick."
    ),
    ReasonCode.DENO_NOT_CONFINED: (
        "Deno no funciona confinado en esta máquina ({trouble}); permite los espacios de nombres de usuario sin"
        " privilegios (en un contenedor: ejecútalo con un perfil de seccomp y AppArmor que deje funcionar a"
        " bubblewrap) y vuelve a iniciar Bailiwick."
    ),
    ReasonCode.MCP_REMOVED: "Un administrador quitó el servidor MCP {server}.",
    ReasonCode.MCP_SWITCHED_OFF: "Has desactivado el servidor MCP {server}; actívalo en Herramientas.",
    ReasonCode.MCP_CANNOT_START: "El servidor MCP {server} no se puede iniciar: {parts}",
    ReasonCode.MCP_CANNOT_BE_USED: "El servidor MCP {server} no se puede usar: {problem}.",
    ReasonCode.MCP_TOOL_NEW: "El servidor ha empezado a ofrecerla; apruébala para usarla.",
    ReasonCode.MCP_TOOL_CHANGED: "Su definición no es la que se aprobó; mírala y apruébala de nuevo.",
    ReasonCode.MCP_TOOL_GONE: "El servidor ya no la ofrece.",
    ReasonCode.MCP_TOOL_LEFT_OUT: "El registro del servidor la deja fuera.",
    ReasonCode.MCP_TOOL_NOT_READ_ONLY: (
        "El servidor está registrado como de solo lectura, y esta herramienta no dice que solo lea."
    ),
    ReasonCode.TIME_LIMIT: "Se detuvo al llegar al límite de tiempo de este agente.",
    ReasonCode.STEP_LIMIT: "Se detuvo al llegar al límite de {limit:number} pasos por ejecución.",
    ReasonCode.BUDGET_OF_TOKENS: "Se detuvo al llegar al límite de {limit:number} tokens por ejecución.",
    ReasonCode.NO_ANSWER: "{agent} terminó sin dar una respuesta.",
    ReasonCode.NO_REPORT: "{agent} terminó sin dar un informe.",
    ReasonCode.NO_REVISION: "{agent} terminó la revisión sin dar una respuesta.",
    ReasonCode.AGENT_WAS_REMOVED: "El agente {agent} se quitó mientras la petición esperaba.",
    ReasonCode.HELPER_LIMIT: "Esta ejecución ha llamado a {limit:number} ayudantes, que es su límite.",
    ReasonCode.HELPER_REPEATED: "{agent} ya ha hecho esta misma tarea; usa su informe o dale otra.",
    ReasonCode.UNKNOWN_OUTCOME: (
        "Nadie sabe si esto tuvo efecto: el proceso se detuvo mientras se hacía. Compruébalo antes de repetirlo."
    ),
    ReasonCode.OUTCOME_UNKNOWN: "No se sabe qué pasó con {tool}: había empezado cuando se detuvo su proceso.",
    ReasonCode.APPROVAL_NEEDED: "Espera tu aprobación de {tools}.",
    ReasonCode.CAME_TO_NOTHING: "La ejecución no dio resultado: nadie ni ninguna herramienta pudo hacerlo.",
    ReasonCode.STARTED_FAILED: "Lo que inició falló.",
    ReasonCode.FAILED_IN_A_ROW: "Falló {count:number} veces seguidas, la última: {parts}",
    ReasonCode.TIMES_UNREADABLE: "Sus horas ya no se pueden leer: {problem}",
    ReasonCode.MISSED_LIMIT: "Solo se recuperan las últimas {limit:number} horas perdidas.",
    ReasonCode.NOTHING_RAN: "No se ejecutó nada de {since} a {until} UTC.",
    ReasonCode.RUN_FOR_ALL: "{parts} Esta ejecución vale por todas esas horas.",
    ReasonCode.STILL_RUNNING: "La ejecución anterior no había terminado.",
    ReasonCode.SERVICE_SAID: "{text}",
    ReasonCode.MODEL_ASKS_FEWER: "{provider} pide menos llamadas; inténtalo de nuevo en un momento.",
    ReasonCode.MODEL_OVERLOADED: "{provider} está sobrecargado o no disponible; inténtalo de nuevo en un momento.",
    ReasonCode.MODEL_BROKEN: "{provider} tuvo un error interno; inténtalo de nuevo en un momento.",
    ReasonCode.MODEL_LATE: "{provider} no respondió a tiempo; inténtalo de nuevo.",
    ReasonCode.MODEL_BROKE_OFF: "{provider} cortó en mitad de la respuesta; inténtalo de nuevo.",
    ReasonCode.MODEL_UNREADABLE: "{provider} envió una respuesta que no se pudo leer.",
    ReasonCode.MODEL_TOO_LONG: "La conversación es demasiado larga para {model}.",
    ReasonCode.MODEL_NOT_KNOWN: "{provider} no conoce el modelo {model}{words}",
    ReasonCode.MODEL_REJECTED: "{provider} no aceptó la petición{words}",
    ReasonCode.MODEL_NOT_EXPRESSIBLE: "La petición no se pudo poner en la forma de {provider}.",
    ReasonCode.MODEL_STATUS: "{provider} respondió con el estado {status}{words}",
    ReasonCode.MODEL_CALL_FAILED: "La llamada a {model} falló de forma inesperada ({error}).",
    ReasonCode.MODEL_KEY_REFUSED: "{provider} ha rechazado la clave. Dale otra.",
    ReasonCode.MODEL_WITHOUT_END: "{model} respondía sin fin; se cortó.",
    ReasonCode.CREDENTIAL_NEEDED: (
        "Esto necesita la credencial «{name}»; añádela en Credenciales e inténtalo de nuevo."
    ),
    ReasonCode.VALUE_MISSING: "esto es obligatorio.",
    ReasonCode.FIELD_UNKNOWN: "no existe ese campo; quítalo o corrige su nombre.",
    ReasonCode.WRITE_TEXT: "escribe un texto.",
    ReasonCode.WRITE_BOOLEAN: "escribe true o false.",
    ReasonCode.WRITE_INTEGER: "escribe un número entero.",
    ReasonCode.WRITE_NUMBER: "escribe un número.",
    ReasonCode.WRITE_LIST: "escribe una lista.",
    ReasonCode.WRITE_OBJECT: "escribe un objeto.",
    ReasonCode.WRITE_OFFSET: "da la hora con su diferencia, p. ej. 2026-01-31T12:00:00Z.",
    ReasonCode.WRITE_TIME: "escribe una hora en ISO 8601 con su diferencia, p. ej. 2026-01-31T12:00:00Z.",
    ReasonCode.TEXT_TOO_SHORT: (
        "escribe al menos {count:number} carácter.",
        "escribe al menos {count:number} caracteres.",
    ),
    ReasonCode.TEXT_TOO_LONG: (
        "escribe como mucho {count:number} carácter.",
        "escribe como mucho {count:number} caracteres.",
    ),
    ReasonCode.TOO_FEW_ITEMS: ("da al menos {count:number} elemento.", "da al menos {count:number} elementos."),
    ReasonCode.TOO_MANY_ITEMS: ("da como mucho {count:number} elemento.", "da como mucho {count:number} elementos."),
    ReasonCode.NUMBER_TOO_SMALL: "elige {count} o más.",
    ReasonCode.NUMBER_NOT_ABOVE: "elige más de {count}.",
    ReasonCode.NUMBER_TOO_LARGE: "elige {count} o menos.",
    ReasonCode.NUMBER_NOT_BELOW: "elige menos de {count}.",
    ReasonCode.CHOOSE_ONE_OF: "elige {count}.",
    ReasonCode.WRITE_IN_FORM: "escríbelo en la forma {count}.",
    ReasonCode.NO_SUCH_ADDRESS: "En esta dirección no hay nada; /docs dice lo que hay.",
    ReasonCode.METHOD_NOT_TAKEN: "Esta dirección no acepta {method}; mira `Allow`.",
    ReasonCode.BODY_TOO_LARGE: "El cuerpo es mayor de lo que admite este servidor.",
    ReasonCode.BODY_LARGER_THAN: "El cuerpo es mayor de {most}.",
    ReasonCode.HEADERS_TOO_LARGE: "Las cabeceras pasan de {most}.",
    ReasonCode.ADDRESS_TOO_LONG: "La dirección pasa de {most}.",
    ReasonCode.BODY_ENCODED: "Envía el cuerpo tal cual, sin Content-Encoding.",
    ReasonCode.ONE_HOST: "Envía exactamente una cabecera Host.",
    ReasonCode.NO_HOST: "`{host}` no es un servidor: envía un nombre o una dirección, y un puerto si hace falta.",
    ReasonCode.FOREIGN_HOST: "`{host}` no es un nombre de este servidor; añádelo a `allowed_hosts` si lo es.",
    ReasonCode.BODY_LATE: "El cuerpo no llegó en {seconds:number} segundos.",
    ReasonCode.FOREIGN_ORIGIN: "Las páginas de otros orígenes no pueden llamar a este servidor.",
    ReasonCode.ORIGIN_MISSING: "Una petición que cambia algo con la cookie de sesión debe decir su Origin.",
    ReasonCode.SEND_JSON: "Envía JSON en UTF-8, con la cabecera `Content-Type: application/json`.",
    ReasonCode.TOO_MANY_LINKS: (
        "Desde aquí han llegado demasiados enlaces no válidos; inténtalo de nuevo en {count:number} segundo.",
        "Desde aquí han llegado demasiados enlaces no válidos; inténtalo de nuevo en {count:number} segundos.",
    ),
    ReasonCode.ONE_KEY: "Envía una clave de 1 a {most:number} caracteres ASCII visibles, p. ej. un UUID.",
    ReasonCode.FILE_TOO_LARGE: "El archivo es mayor de {most:number} MiB.",
    ReasonCode.STAGE_PASSED: "Pasó.",
    ReasonCode.NONE_REQUESTED: "No se pidió ningún agente.",
    ReasonCode.SUPERVISOR_REQUESTED: "Se pidió {agent}: quien supervisa reparte, no recibe.",
    ReasonCode.AGENT_REQUESTED: "Se pidió {agent}.",
    ReasonCode.NONE_BEFORE: "Antes no respondió ningún agente de esta plantilla.",
    ReasonCode.LAST_NOT_CHOOSABLE: "{agent} respondió la última vez, pero ahora no se puede elegir.",
    ReasonCode.NO_FOLLOW_UP: "El mensaje no es una continuación.",
    ReasonCode.FOLLOW_UP: "Una continuación ({parts}): {agent} respondió la última vez.",
    ReasonCode.FOLLOW_UP_LOSES: "El mensaje es una continuación, pero gana otro agente: {parts}.",
    ReasonCode.PLAIN_REPLY: "un simple sí o no",
    ReasonCode.BEGINS_WITH: "empieza por «{phrase}»",
    ReasonCode.SAYS_PHRASE: "dice «{phrase}»",
    ReasonCode.SHORT_BEGINS_WITH: "un mensaje corto que empieza por «{phrase}»",
    ReasonCode.SHORT_WITH: "un mensaje corto con «{phrase}»",
    ReasonCode.RIVAL_BY_INTENTS: "{agent} decide por sus intenciones",
    ReasonCode.RIVAL_BY_EXAMPLES: "{agent} lo tiene por ejemplos con {confidence:number}",
    ReasonCode.RIVAL_BY_TAGS: "{agent} supera a {last} en {lead:number} puntos de etiquetas",
    ReasonCode.NO_SMALL_TALK: "El mensaje es más que un saludo o unas gracias.",
    ReasonCode.GREETER: "Es charla, pero {agent} tiene ejemplos así.",
    ReasonCode.SMALL_TALK: "Es charla: responde directamente quien supervisa.",
    ReasonCode.INTENTS_NO_KEYWORD: "En el mensaje no está ninguna palabra clave ni patrón de ningún agente.",
    ReasonCode.INTENT_UNSURE: "{agent} es el más seguro con {confidence:number}; hace falta {least:number}.",
    ReasonCode.INTENTS_CLOSE: (
        "{agent} con {confidence:number} y {second} con {less:number} están demasiado cerca para distinguirlos."
    ),
    ReasonCode.INTENT_ALONE: "Las palabras clave y patrones de {agent} dan {confidence:number}.",
    ReasonCode.INTENT_LEADS: (
        "Las palabras clave y patrones de {agent} dan {confidence:number}, {second} {less:number}."
    ),
    ReasonCode.TAGS_NO_WORD: "Ningún agente tiene una palabra del mensaje en su texto.",
    ReasonCode.TAGS_COUNT_NOTHING: "Según las reglas de esta versión, palabras y etiquetas no cuentan.",
    ReasonCode.TAGS_ALONE: "{agent} suma {score:number} y es el único que puntúa.",
    ReasonCode.TAGS_LEAD: "{agent} suma {score:number}, {second} {less:number}.",
    ReasonCode.TAGS_TIE: "{agent} y {second} suman {score:number}; puede elegir un modelo.",
    ReasonCode.TIE_BY_PRIORITY: (
        "{agent} y {second} suman {score:number}; {agent} tiene más prioridad ({priority} frente a {less})."
    ),
    ReasonCode.TIE_BY_RARITY: "{agent} y {second} suman {score:number}; {agent} tiene las palabras más raras.",
    ReasonCode.TIE_BY_ORDER: "{agent} y {second} suman {score:number}; {agent} se registró antes.",
    ReasonCode.NO_MODEL_TO_ASK: "No hay ningún modelo al que preguntar.",
    ReasonCode.NO_AGENT_TO_CHOOSE: "No hay ningún agente entre los que elegir.",
    ReasonCode.MODEL_IS_TO_CHOOSE: (
        "Las reglas dejan {count:number} agente; elegirá un modelo.",
        "Las reglas dejan {count:number} agentes; elegirá un modelo.",
    ),
    ReasonCode.ROSTER_EMPTY: "No encaja ningún especialista: la plantilla no tiene agentes que elegir.",
    ReasonCode.NOBODY_FITS: "No encaja ningún especialista. La plantilla tiene {known}.",
    ReasonCode.NOBODY_FITS_OF_MANY: "No encaja ningún especialista. La plantilla tiene {known} y {count:number} más.",
}

SPANISH_LACKS: Mapping[str, str] = {
    "inactive": "El agente no está activo; pon su estado en activo.",
    "plugin": "El complemento que ejecuta este agente no está instalado.",
    "model-unknown": (
        "No existe el modelo {model!r}; escríbelo como proveedor:modelo, con uno de los proveedores"
        " {providers}, o usa offline."
    ),
    "key-missing": "Define {variable} (o {setting}) para usar {provider}.",
    "key-refused": "{provider} ha rechazado la clave. Define otra como {variable} o {setting} y reinicia Bailiwick.",
    "credit-used-up": "A la cuenta de {provider} no le queda saldo ni cuota.",
    "unreachable": "No se ha podido llegar a {provider}, o ha cortado la respuesta; inténtalo de nuevo.",
    "address-missing": "Define {setting} para usar {provider}.",
    "no-model-served": "En {url} no responde ningún Ollama con un modelo; inícialo para usar ollama.",
    "model-absent": "Ollama no tiene {model}; ejecuta `ollama pull {model}`.",
    "script-outside": "Los guiones solo se leen del directorio de datos.",
    "script-absent": "No existe ese archivo de guion.",
    "mcp-unregistered": (
        "El servidor MCP {server} no está registrado: un administrador lo añade en Herramientas, Servidores"
        " MCP, o con `bailiwick mcp add`; después lo activas allí."
    ),
    "mcp-disabled": "No has activado el servidor MCP {server}; actívalo en Herramientas, Servidores MCP.",
    "mcp-unstartable": "El servidor MCP {server} no se puede iniciar: {reason}",
    "mcp-unreachable": "La última vez no se pudo llegar al servidor MCP {server}: {reason}.",
    "mcp-unapproved": (
        "No está aprobada ninguna herramienta del servidor MCP {server} que este agente pueda usar; míralas"
        " en Herramientas, Servidores MCP."
    ),
    "store-missing": (
        "No hay ninguna tienda de Shopify conectada. Añade una en Ajustes, Tiendas, o con `bailiwick shopify add`."
    ),
    "store-refused": "{store} no ha aceptado su token; cámbialo en Ajustes, Tiendas.",
    "credential-missing": "No existe la credencial {name}; añádela con `bailiwick credentials add {name}`.",
    "sandbox-missing": "Aquí no se puede ejecutar {program}: {reason}",
}
