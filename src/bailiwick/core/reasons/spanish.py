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
}
