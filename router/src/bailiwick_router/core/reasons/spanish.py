"""The sentences of the reasons of routing in Spanish."""

from collections.abc import Mapping

from bailiwick_router.core.reasons.codes import RoutingReason

SPANISH: Mapping[RoutingReason, str | tuple[str, str]] = {
    RoutingReason.SERVICE_SAID: "{text}",
    RoutingReason.STAGE_PASSED: "Pasó.",
    RoutingReason.NONE_REQUESTED: "No se pidió ningún agente.",
    RoutingReason.SUPERVISOR_REQUESTED: "Se pidió {agent}: quien supervisa reparte, no recibe.",
    RoutingReason.AGENT_REQUESTED: "Se pidió {agent}.",
    RoutingReason.NONE_ADDRESSED: "El mensaje no se dirige a ningún agente por su nombre.",
    RoutingReason.AGENT_ADDRESSED: "El mensaje se dirige a {agent}.",
    RoutingReason.ADDRESSED_UNAVAILABLE: "El mensaje se dirige a {agent}, que ahora no se puede elegir.",
    RoutingReason.SEVERAL_ADDRESSED: "El mensaje tiene peticiones para distintos agentes por su nombre.",
    RoutingReason.NONE_BEFORE: "Antes no respondió ningún agente de esta plantilla.",
    RoutingReason.LAST_NOT_CHOOSABLE: "{agent} respondió la última vez, pero ahora no se puede elegir.",
    RoutingReason.NOT_CONTINUED: "El mensaje no sigue con el último resultado.",
    RoutingReason.CONTINUED: (
        "{agent} respondió lo último, y su herramienta {tool} lee el mensaje como continuación de eso."
    ),
    RoutingReason.CONTINUED_LOSES: "El mensaje podría seguir con el último resultado, pero gana otro agente: {parts}.",
    RoutingReason.NO_TOOLS_TO_ASK: "No hay herramientas que puedan leer el mensaje.",
    RoutingReason.NO_TOOL_READS: "Ninguna herramienta lee el mensaje como una petición suya.",
    RoutingReason.EXAMPLE_BEFORE_TOOLS: (
        "El mensaje es un ejemplo de {agent}, palabra por palabra; no se pregunta a las herramientas."
    ),
    RoutingReason.TOOL_READS: "La herramienta {tool} de {agent} lee el mensaje como una petición suya.",
    RoutingReason.RECALLED: "La herramienta {tool} de {agent} lee el mensaje con lo recordado o recién contado.",
    RoutingReason.ENDED_BY_SILENCE: "La conversación anterior ha terminado: {minutes:number} minutos de silencio.",
    RoutingReason.NO_FOLLOW_UP: "El mensaje no es una continuación.",
    RoutingReason.FOLLOW_UP: "Una continuación ({parts}): {agent} respondió la última vez.",
    RoutingReason.FOLLOW_UP_LOSES: "El mensaje es una continuación, pero gana otro agente: {parts}.",
    RoutingReason.ASKED_FOR: "se acababa de pedir hablar con este agente",
    RoutingReason.PLAIN_REPLY: "un simple sí o no",
    RoutingReason.BEGINS_WITH: "empieza por «{phrase}»",
    RoutingReason.SAYS_PHRASE: "dice «{phrase}»",
    RoutingReason.SHORT_BEGINS_WITH: "un mensaje corto que empieza por «{phrase}»",
    RoutingReason.SHORT_WITH: "un mensaje corto con «{phrase}»",
    RoutingReason.RIVAL_BY_INTENTS: "{agent} decide por sus intenciones",
    RoutingReason.RIVAL_BY_EXAMPLES: "{agent} lo tiene por ejemplos con {confidence:number}",
    RoutingReason.RIVAL_BY_TOOL: "la herramienta {tool} lo lee por sí sola, y {last} no la tiene",
    RoutingReason.RIVAL_BY_TAGS: "{agent} supera a {last} en {lead:number} puntos de etiquetas",
    RoutingReason.NO_SMALL_TALK: "El mensaje es más que un saludo o unas gracias.",
    RoutingReason.GREETER: "Es charla, pero {agent} tiene ejemplos así.",
    RoutingReason.ABOUT_TEAM: "Una pregunta para el propio equipo: el supervisor responde con lo que hay.",
    RoutingReason.TEAM_ASKED: (
        "Una pregunta para el propio equipo, según la lee una de sus herramientas: responde quien supervisa."
    ),
    RoutingReason.COMPANY: "Más compañía que petición: responde directamente quien supervisa.",
    RoutingReason.SMALL_TALK: "Es charla: responde directamente quien supervisa.",
    RoutingReason.INTENTS_NO_KEYWORD: "En el mensaje no está ninguna palabra clave ni patrón de ningún agente.",
    RoutingReason.INTENT_UNSURE: "{agent} es el más seguro con {confidence:number}; hace falta {least:number}.",
    RoutingReason.INTENTS_CLOSE: (
        "{agent} con {confidence:number} y {second} con {less:number} están demasiado cerca para distinguirlos."
    ),
    RoutingReason.INTENT_ALONE: "Las palabras clave y patrones de {agent} dan {confidence:number}.",
    RoutingReason.INTENT_LEADS: (
        "Las palabras clave y patrones de {agent} dan {confidence:number}, {second} {less:number}."
    ),
    RoutingReason.TAGS_NO_WORD: "Ningún agente tiene una palabra del mensaje en su texto.",
    RoutingReason.TAGS_COUNT_NOTHING: "Según las reglas de esta versión, palabras y etiquetas no cuentan.",
    RoutingReason.TAGS_ALONE: "{agent} suma {score:number} y es el único que puntúa.",
    RoutingReason.TAGS_LEAD: "{agent} suma {score:number}, {second} {less:number}.",
    RoutingReason.TAGS_TIE: "{agent} y {second} suman {score:number}; puede elegir un modelo.",
    RoutingReason.TIE_BY_PRIORITY: (
        "{agent} y {second} suman {score:number}; {agent} tiene más prioridad ({priority} frente a {less})."
    ),
    RoutingReason.TIE_BY_RARITY: "{agent} y {second} suman {score:number}; {agent} tiene las palabras más raras.",
    RoutingReason.TIE_BY_ORDER: "{agent} y {second} suman {score:number}; {agent} se registró antes.",
    RoutingReason.NO_MODEL_TO_ASK: "No hay ningún modelo al que preguntar.",
    RoutingReason.NO_AGENT_TO_CHOOSE: "No hay ningún agente entre los que elegir.",
    RoutingReason.MODEL_IS_TO_CHOOSE: (
        "Las reglas dejan {count:number} agente; elegirá un modelo.",
        "Las reglas dejan {count:number} agentes; elegirá un modelo.",
    ),
    RoutingReason.ROSTER_EMPTY: "No encaja ningún especialista: la plantilla no tiene agentes que elegir.",
    RoutingReason.NOBODY_FITS: "No encaja ningún especialista. La plantilla tiene {known}.",
    RoutingReason.GETS_THE_REST: "No encaja ningún especialista, y {agent} recibe lo que no encaja con nadie.",
    RoutingReason.REST_UNAVAILABLE: (
        "{agent}, que debe recibir lo que no encaja con nadie, no se puede elegir: no está activo, está excluido o"
        " ya no existe."
    ),
    RoutingReason.NOBODY_FITS_OF_MANY: (
        "No encaja ningún especialista. La plantilla tiene {known} y {count:number} más."
    ),
    RoutingReason.EXAMPLES_UNTRAINED: "Ningún clasificador se ha entrenado con los ejemplos de los agentes.",
    RoutingReason.EXAMPLES_NOBODY: "Ahora no se puede elegir ningún agente con ejemplos.",
    RoutingReason.EXAMPLE_ITSELF: "Es un ejemplo de {agent}, palabra por palabra.",
    RoutingReason.EXAMPLE_OF_SEVERAL: "Este mensaje es un ejemplo de {agents}: los ejemplos no deciden.",
    RoutingReason.EXAMPLES_REFUSE: (
        "El mensaje no se parece a los ejemplos de nadie (pertinencia {in_scope:number}), así que las"
        " palabras de las descripciones no deciden solas: solo puede quedárselo una etiqueta fiable o un"
        " agente sin ejemplos."
    ),
    RoutingReason.EXAMPLES_BUT: "Por los ejemplos {scores}, pero {parts}.",
    RoutingReason.EXAMPLES_DECIDE: "Por sus ejemplos: {scores}.",
    RoutingReason.EXAMPLES_DO_NOT_TELL: "Los ejemplos no deciden: {scores}.",
    RoutingReason.EXAMPLES_LEAVE_TO_TAGS: "Los ejemplos dudan ({scores}); las etiquetas pueden decidir.",
    RoutingReason.EXAMPLES_UNSURE: "Los ejemplos dudan ({scores}), pero ninguna etiqueta dice más.",
    RoutingReason.SIGNS_MISSING: (
        "casi todos los ejemplos de {agent} tienen una de sus etiquetas o patrones, y el mensaje ninguna"
    ),
    RoutingReason.LEADS_WITHOUT_EXAMPLES: (
        "{agent}, que no tiene ejemplos, lleva {lead:number} puntos de etiquetas de ventaja"
    ),
    RoutingReason.LEADS_UNLEARNED: (
        "{agent}, de cuyos ejemplos no se aprendió nada, lleva {lead:number} puntos de etiquetas de ventaja"
    ),
    RoutingReason.TAG_OF_ANOTHER: "en el mensaje hay una etiqueta de {agent}, y contra ella hace falta {least:number}",
    RoutingReason.TAGS_NONE_TELLS: (
        "El mensaje no se parece a los ejemplos de nadie y no tiene ninguna etiqueta que decida."
    ),
    RoutingReason.PLUGIN_FAILED: "{stage} falló con {error}.",
    RoutingReason.PLUGIN_CHOSE_WRONGLY: "{stage} eligió {agent}, que no se puede elegir.",
    RoutingReason.PLUGIN_PASSED: "{stage} pasó.",
    RoutingReason.ONE_REQUEST: "El mensaje es una sola petición.",
    RoutingReason.TOO_LONG_TO_SPLIT: "Los mensajes de más de {limit:number} caracteres no se dividen.",
    RoutingReason.EXAMPLE_NOT_SPLIT: "El mensaje es un ejemplo de {agent}, palabra por palabra: es una sola petición.",
    RoutingReason.TOO_MANY_CLAUSES: (
        "El mensaje tiene {clauses:number} cláusulas; con más de {limit:number} no se divide."
    ),
    RoutingReason.TOO_MANY_REQUESTS: (
        "El mensaje tiene {requests:number} peticiones; se dividen como mucho {limit:number}."
    ),
    RoutingReason.PART_BETWEEN: "{agent} recibiría dos partes con una de otro agente en medio.",
    RoutingReason.CLAUSES_FOR_ONE: "Las {clauses:number} cláusulas son para {agent}, o para nadie más con claridad.",
    RoutingReason.CLAUSES_UNCLEAR: (
        "Las {clauses:number} cláusulas no son, cada una con claridad, para un agente distinto."
    ),
    RoutingReason.ONE_OUTWEIGHS: (
        "{agent} tiene {points:number} puntos en todo el mensaje y {second} solo {less:number}: es una sola petición."
    ),
    RoutingReason.REQUESTS_IN_TURN: (
        "{requests:number} peticiones una tras otra, cada una con el resultado de las anteriores: {parts}."
    ),
    RoutingReason.SUPERVISOR_PLANNED: "La supervisora ha planeado {requests:number} trabajos: {parts}.",
    RoutingReason.REQUESTS_SPLIT: "{requests:number} peticiones: {parts}.",
    RoutingReason.REQUEST_FOR: "{agent} para «{text}»",
    RoutingReason.WHY_NOT_HAS_IT: "{agent} ya recibe el mensaje. {parts}",
    RoutingReason.WHY_NOT_REQUESTED: "Se pidió {agent}, y quien se pide recibe el mensaje; ningún cambio lo altera.",
    RoutingReason.WHY_NOT_SUPERVISOR: "{agent} supervisa: el enrutamiento nunca elige a quien supervisa.",
    RoutingReason.WHY_NOT_ROLE: (
        "{agent} es de otro tipo: el contenido de un mensaje solo elige especialistas y agentes propios."
    ),
    RoutingReason.WHY_NOT_INACTIVE: "{agent} no está activo; solo los agentes activos reciben mensajes.",
    RoutingReason.WHY_NOT_EXCLUDED: "{agent} no se puede elegir ahora ({cause}).",
    RoutingReason.WHY_NOT_NO_WORD: (
        "El mensaje no tiene ninguna palabra ni número por los que se reconozca a un agente."
    ),
    RoutingReason.WHY_NOT_SMALL_TALK: (
        "Todo el mensaje es charla, y responde quien supervisa; ningún cambio de un agente lo altera."
    ),
    RoutingReason.WHY_NOT_A_LATER_PART: (
        "El mensaje tiene {requests:number} peticiones, y {agent} recibe «{text}», no la primera: {parts}"
    ),
    RoutingReason.WHY_NOT_NO_PART: (
        "El mensaje tiene {requests:number} peticiones, y {agent} no recibe ninguna: {parts}"
    ),
    RoutingReason.WHY_NOT_FOLLOW_UP: "{parts} {agent} tendría que ganar con claridad; suma {score:number}.",
    RoutingReason.WHY_NOT_INTENTS: "{parts} {agent} tiene una confianza de {confidence:number}.",
    RoutingReason.WHY_NOT_EQUAL: "{agent} también suma {score:number}. {parts}",
    RoutingReason.WHY_NOT_TAGS: "{winner} suma {most:number} por etiquetas, {agent} {score:number}.",
    RoutingReason.WHY_NOT_NOBODY: "Ningún agente tiene nada del mensaje, {agent} tampoco.",
    RoutingReason.WHY_NOT_OTHER: (
        "{parts} {agent} suma {score:number} por etiquetas y tiene una confianza de {confidence:number} por"
        " intenciones."
    ),
    RoutingReason.WHY_NOT_NO_EDIT: "{parts} Ningún cambio de los probados lo altera.",
    RoutingReason.WHY_NOT_EXAMPLE_MAY_DO: (
        "{parts} El mensaje como ejemplo de {agent} también puede bastar cuando se haya aprendido."
    ),
    RoutingReason.NO_SUCH_RULE: "No existe la regla {name}.",
    RoutingReason.PATTERN_EMPTY: "Un patrón está vacío; encajaría en todos los mensajes.",
    RoutingReason.PATTERN_TOO_LONG: "Un patrón tiene {length} caracteres; el límite es {most}.",
    RoutingReason.PATTERN_HALF: "Un patrón contiene medio carácter (un sustituto suelto).",
    RoutingReason.PATTERN_WRONG: "Patrón {pattern}: {error}",
    RoutingReason.AGENT_ID_FORM: (
        "El id de agente {id} debe tener de 1 a 64 letras minúsculas, cifras, - o _, y empezar por letra o cifra."
    ),
    RoutingReason.AGENT_NEEDS_NAME: "El agente {id} necesita un nombre.",
    RoutingReason.AGENT_PRIORITY: "La prioridad de {id} debe estar entre ±1.000.000.",
    RoutingReason.AGENT_FIELD_LONG: "{field} de {id} pasa de {limit} caracteres.",
    RoutingReason.AGENT_ENTRIES: "{field} de {id} tiene {entries} entradas; el límite es {limit}.",
    RoutingReason.AGENT_ENTRY_LONG: "{field} de {id} tiene una entrada de más de {longest} caracteres.",
    RoutingReason.LANGUAGE_CODE: "{language} no es un código de idioma ISO 639-1, p. ej. es.",
    RoutingReason.NO_MESSAGE_IN_FILE: "En el archivo no hay ningún mensaje.",
    RoutingReason.ID_TAKEN: "El id {id} está ocupado; elige otro.",
    RoutingReason.NO_PROFILE: "No existe el perfil de enrutamiento {profile}; elige entre {known}.",
    RoutingReason.RULE_NUMBER: "{name} es un número de 0 a {most:number}.",
    RoutingReason.RULE_STAGES: "{name} es una lista de etapas, cada una una vez: {stages}.",
    RoutingReason.RULE_BOOLEAN: "{name} es true o false.",
    RoutingReason.RULE_TEXT: "{name} es un texto de {most:number} caracteres como mucho.",
    RoutingReason.RULE_LEARNING: "No hay tales reglas de aprendizaje: las últimas son las n.º {most:number}.",
    RoutingReason.EDIT_OF_ANOTHER: "El cambio es para {agent}, no para {other}.",
    RoutingReason.EDIT_LISTS: "Las entradas se añaden y quitan en {lists}, no en {field}.",
    RoutingReason.EDIT_ENTRY: "Una entrada de {field} es un texto que no está vacío.",
    RoutingReason.EDIT_ABSENT: "{agent} no tiene {value} en {field}.",
    RoutingReason.EDIT_SETTABLE: "Se pueden fijar {priority}, {texts}, no {field}.",
    RoutingReason.EDIT_TEXT: "{field} es un texto.",
    RoutingReason.EDIT_THERE: "{agent} ya tiene {value} en {field}.",
    RoutingReason.EDIT_PRIORITY: "Una prioridad es un número entero.",
    RoutingReason.REQUESTED_UNKNOWN: "No existe el agente «{name}». ¿Quisiste decir {close}?",
    RoutingReason.REQUESTED_INACTIVE: "El agente {agent} no está activo; reactívalo o elige otro.",
    RoutingReason.REQUESTED_EXCLUDED: "El agente {agent} no se puede elegir ahora ({cause}).",
    RoutingReason.LINE_SAYS: "Línea {line}: {parts}",
    RoutingReason.FILE_MESSAGES: "un archivo puede tener {most:number} mensajes; este tiene más.",
    RoutingReason.LINE_JSON: "esto no es JSON ({problem}); escribe un objeto por línea.",
    RoutingReason.LINE_TOO_DEEP: (
        "esto no es JSON que se pueda leer: es demasiado profundo o demasiado grande; escribe un objeto por línea."
    ),
    RoutingReason.LINE_JSON_OBJECT: "esto no es un objeto JSON; escribe un objeto con `text` y `agent` por línea.",
    RoutingReason.LINE_NEITHER: "esto no es JSON ni una cabecera de CSV con la columna `text`.",
    RoutingReason.LINE_CELLS: "hay {cells} celdas bajo {columns} columnas.",
    RoutingReason.LINE_CSV: "esto no es CSV ({problem}).",
    RoutingReason.LINE_MESSAGE: "`text` debe ser el mensaje.",
    RoutingReason.LINE_FIELD_LONG: "`{field}` pasa de {most:number} caracteres.",
    RoutingReason.LINE_AGENT: "`{field}` debe ser el id de un agente, o null.",
    RoutingReason.LINE_NOTE: "`note` debe ser un texto de {most:number} caracteres como mucho.",
    RoutingReason.LINE_NO_AGENT: "no hay ningún agente «{name}»; null, o una celda vacía, significa nadie.",
    RoutingReason.NO_SUCH_AGENT: "No existe el agente «{name}».",
    RoutingReason.TAG_NEVER_MATCHES: (
        "La etiqueta «{value}» no tiene ninguna palabra de tres letras o más y nunca coincide; alárgala."
    ),
    RoutingReason.TAG_IS_STOP_WORD: (
        "La etiqueta «{value}» solo tiene palabras vacías, que no puntúan; usa una palabra de su campo."
    ),
    RoutingReason.DUPLICATE_TAG: "La etiqueta «{value}» es igual que «{other}» y cuenta una vez; quita una.",
    RoutingReason.TAG_TOO_GENERAL: (
        "La etiqueta «{value}» es de {count:number} de los {total:number} agentes y apenas los distingue; "
        "acótala o quítala."
    ),
    RoutingReason.KEYWORD_NEVER_MATCHES: (
        "La palabra clave «{value}» no tiene letras ni cifras y nunca coincide; quítala."
    ),
    RoutingReason.KEYWORD_IS_STOP_WORD: (
        "La palabra clave «{value}» solo tiene palabras que están en mensajes sobre cualquier cosa; quítala."
    ),
    RoutingReason.DUPLICATE_KEYWORD: "La palabra clave «{value}» es igual que «{other}» y cuenta una vez; quita una.",
    RoutingReason.DUPLICATE_PATTERN: "El patrón «{value}» está repetido y cuenta una vez; quita uno.",
    RoutingReason.PATTERN_COLLIDES: "«{agent}» tiene también el patrón «{value}»; no sirve para distinguirlos.",
    RoutingReason.PATTERN_WITHOUT_LITERAL: (
        "El patrón «{value}» no exige ni una cifra ni un texto de tres letras y se prueba con cada "
        "mensaje; añade una palabra que deba contener."
    ),
    RoutingReason.MISSING_LANGUAGE: (
        "Se nombra el idioma «{value}», pero ninguna etiqueta parece de él; añade etiquetas en ese idioma o quítalo."
    ),
    RoutingReason.MISSING_LANGUAGE_EXAMPLES: (
        "Se nombra el idioma «{value}», pero ningún ejemplo está en él; añade alguno o quítalo."
    ),
    RoutingReason.NEVER_WINS: (
        "No tiene ninguna palabra, etiqueta, palabra clave ni patrón que pueda haber en un mensaje; añade etiquetas."
    ),
    RoutingReason.NEVER_WINS_AGAINST: (
        "«{agent}» tiene todas sus palabras, etiquetas y patrones y gana los empates; añade etiquetas "
        "propias o sube la prioridad."
    ),
    RoutingReason.EXAMPLE_SAYS_NOTHING: "El ejemplo «{value}» no tiene letras ni cifras y no enseña nada; quítalo.",
    RoutingReason.DUPLICATE_EXAMPLE: "El ejemplo «{value}» es igual que «{other}» y cuenta una vez; quita uno.",
    RoutingReason.EXAMPLE_SHARED: (
        "«{agent}» tiene también el ejemplo «{value}», así que no habla por ninguno; quita uno."
    ),
    RoutingReason.FEW_EXAMPLES: (
        "Con un solo ejemplo que cuente, el enrutador aprende poco; dale cinco o más.",
        "Con {count:number} ejemplos que cuenten, el enrutador aprende poco; dale cinco o más.",
    ),
    RoutingReason.NO_EXAMPLES: (
        "No tiene ejemplos y otro agente sí, así que mensajes como los suyos pueden irse con él; dale cinco o más.",
        (
            "No tiene ejemplos y otros {count:number} agentes sí, así que mensajes como los suyos pueden irse "
            "con ellos; dale cinco o más."
        ),
    ),
    RoutingReason.EXAMPLE_ELSEWHERE: (
        "El ejemplo «{value}» va a «{agent}»; añade una etiqueta o palabra clave que diga de qué trata, o "
        "dáselo al agente al que le corresponde."
    ),
    RoutingReason.EXAMPLE_LOST: (
        "El ejemplo «{value}» no llega a nadie; añade una etiqueta o palabra clave que diga de qué trata."
    ),
    RoutingReason.CLASSIFIER_OTHER_VERSION: "Estos bytes no son un clasificador de esta versión; entrénalo de nuevo.",
    RoutingReason.ROSTER_NO_LIST: "El archivo debe ser una lista de agentes, o {form}.",
    RoutingReason.ROSTER_TOO_MANY: "Un archivo puede tener {most:number} agentes; este tiene {count:number}.",
    RoutingReason.ROSTER_AGENT_NO_OBJECT: "El agente {number} del archivo no es un objeto con `id`.",
    RoutingReason.ROSTER_AGENT_TWICE: "El agente {number} del archivo tiene el id «{id}», como otro anterior.",
    RoutingReason.ROSTER_NO_JSON: "El archivo no es JSON: {problem} en la línea {line}.",
    RoutingReason.ROSTER_TOO_DEEP: "El archivo no es JSON: es demasiado profundo o tiene un número demasiado grande.",
    RoutingReason.ROSTER_AGENT_FIELD: "El agente {number} del archivo («{id}»), {field}: {parts}",
    RoutingReason.NO_AGENT_FOLDER: "{folder} no es un directorio de archivos de agentes.",
    RoutingReason.NO_AGENT_FILES: "No hay archivos de agentes (*.toml) en {folder}.",
    RoutingReason.FILE_SAYS: "{file}: {parts}",
    RoutingReason.FILE_FIELD_SAYS: "{file}: {field}: {parts}",
    RoutingReason.NOT_UTF8: "no es UTF-8 (byte {position})",
    RoutingReason.CANNOT_BE_READ: "no se puede leer: {problem}",
    RoutingReason.NOT_TOML: "no es TOML válido: {problem}",
    RoutingReason.TOML_TOO_DEEP: "no es TOML válido: las listas o tablas están anidadas en exceso",
    RoutingReason.FIELD_ABSENT: "falta",
    RoutingReason.ID_TAKEN_BY: "«{id}» ya lo tiene {other}",
    RoutingReason.FIELD_OF_ROSTER: "lo pone la plantilla, no un archivo",
    RoutingReason.FIELD_OF_NO_AGENT: "no es un campo de un agente",
    RoutingReason.NO_NUL: "no puede contener un carácter NUL",
    RoutingReason.ID_CHARACTERS: "solo puede tener minúsculas, cifras, - y _",
    RoutingReason.ITEM_SAYS: "elemento {number}: {parts}",
    RoutingReason.NUMBER_BETWEEN: "elige un número de {least} a {most}.",
    RoutingReason.NO_SUCH_CAP: "{name} no es uno de sus límites ({names})",
    RoutingReason.VALUE_UNFIT: "este valor no se admite: {problem}.",
    RoutingReason.VALUE_MISSING: "esto es obligatorio.",
    RoutingReason.FIELD_UNKNOWN: "no existe ese campo; quítalo o corrige su nombre.",
    RoutingReason.WRITE_TEXT: "escribe un texto.",
    RoutingReason.WRITE_BOOLEAN: "escribe true o false.",
    RoutingReason.WRITE_INTEGER: "escribe un número entero.",
    RoutingReason.WRITE_NUMBER: "escribe un número.",
    RoutingReason.WRITE_LIST: "escribe una lista.",
    RoutingReason.WRITE_OBJECT: "escribe un objeto.",
    RoutingReason.WRITE_OFFSET: "da la hora con su diferencia, p. ej. 2026-01-31T12:00:00Z.",
    RoutingReason.WRITE_TIME: "escribe una hora en ISO 8601 con su diferencia, p. ej. 2026-01-31T12:00:00Z.",
    RoutingReason.TEXT_TOO_SHORT: (
        "escribe al menos {count:number} carácter.",
        "escribe al menos {count:number} caracteres.",
    ),
    RoutingReason.TEXT_TOO_LONG: (
        "escribe como mucho {count:number} carácter.",
        "escribe como mucho {count:number} caracteres.",
    ),
    RoutingReason.TOO_FEW_ITEMS: ("da al menos {count:number} elemento.", "da al menos {count:number} elementos."),
    RoutingReason.TOO_MANY_ITEMS: ("da como mucho {count:number} elemento.", "da como mucho {count:number} elementos."),
    RoutingReason.NUMBER_TOO_SMALL: "elige {count} o más.",
    RoutingReason.NUMBER_NOT_ABOVE: "elige más de {count}.",
    RoutingReason.NUMBER_TOO_LARGE: "elige {count} o menos.",
    RoutingReason.NUMBER_NOT_BELOW: "elige menos de {count}.",
    RoutingReason.CHOOSE_ONE_OF: "elige {count}.",
    RoutingReason.WRITE_IN_FORM: "escríbelo en la forma {count}.",
    RoutingReason.FIELD_SAYS: "{field}: {parts}",
}
