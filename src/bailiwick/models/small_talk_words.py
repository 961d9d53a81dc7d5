"""The words of small talk without a model, several for each occasion; English and Spanish."""

from collections.abc import Mapping, Sequence

from bailiwick_router.core.language import Language

WORDS: Mapping[Language, Mapping[str, Sequence[str]]] = {
    "en": {
        "danger": (
            "I am sorry that it is this hard. I am a program and cannot give you the help you deserve, but people"
            " can: please talk to somebody now, a friend, your family, a doctor. If you are in danger, call the"
            " emergency number where you are (112 in Europe, 911 in America). Day and night there is 988 in the"
            " United States, 116 123 in the United Kingdom and 024 in Spain; findahelpline.com has other"
            " countries. You do not have to carry this alone.",
        ),
        "how_are_you": (
            "I am a program, so I am always the same, thank you. How are you, and what can I do for you?",
            "Running, and nothing hurts: I am a program. And you? What can we do today?",
            "Thanks for asking. Programs have no good or bad days, but I am ready. How are you?",
        ),
        "fine": (
            "Good to hear. What can we do for you?",
            "Glad to read it. What is next?",
        ),
        "morning": (
            "Good morning! What can we do for you today?",
            "Good morning to you. What is first on the list?",
        ),
        "sad": (
            "I am sorry to hear that. I am a program and no friend of flesh and blood, but you can write it down"
            " here if that helps; and somebody who knows you may be the best to talk to. What happened?",
            "That sounds hard, and I am sorry. I cannot feel it with you, I am a program, but I read every word."
            " Would you like to say what is behind it?",
            "I am sorry that you feel this way. A person close to you can do more than a program can; if I can"
            " take something off your list meanwhile, tell me.",
        ),
        "worried": (
            "That sounds like a lot at once. If it helps, write down what weighs on you, one line each, and I"
            " keep it as a list: “add call the bank to my list”. Small steps count.",
            "I am sorry that it weighs on you. I am a program and cannot take the worry away, but I can take"
            " notes, dates and sums off your mind. What is the most pressing?",
        ),
        "lonely": (
            "I am sorry that you feel alone. I am a program and no replacement for people; is there somebody you"
            " could call or write to today, if only for five minutes?",
            "Being alone like that is hard. I am here to read, as a program; a person who knows you can give you"
            " more. Whom did you last enjoy talking to?",
        ),
        "angry": (
            "That would annoy many people. Say what happened, if you like; I only read, I take no offence.",
            "I understand that you are angry. I am a program and take no sides, but is there something about it"
            " that can be done now?",
        ),
        "tired": (
            "Then a break is in order. Whatever you ask here can wait, and I will still be here.",
            "Rest well, then. If there is something you are afraid to forget, tell me and I write it down.",
        ),
        "bored": (
            "Then let us find something: ask for “a fun fact”, or for the weather somewhere you would rather be.",
            "How about a curiosity? Write “tell me a fun fact”, and you get a true one with its source.",
        ),
        "happy": (
            "I am glad to hear that! What shall we do with the good mood?",
            "Good to read. What can we do for you?",
            "Wonderful. I am a program, but good news is good news.",
        ),
        "blow": (
            "I am sorry, that hurts. I am a program and cannot judge who is right, but nobody deserves to be"
            " hurt. Is there somebody you can talk to about it?",
            "That is a hard thing to go through, and I am sorry. Take your time; if something practical has to be"
            " done about it, I can help with that.",
        ),
        "listening": (
            "I see. Thank you for telling me. I am a program, so I can only read and keep things in order for"
            " you, but talking to a person you trust may help. What would make today a little easier?",
            "That is not easy, and I am sorry. Is there one thing about it that could be changed? If not, saying"
            " it out loud to somebody close is worth a lot.",
            "I read you. A program has no advice for every hardship; a friend may. Is there something I can take"
            " care of meanwhile?",
        ),
        "love": (
            "That is kind of you. I am a program and cannot love back, but I do my work for you gladly.",
            "Thank you! I am software, so the feeling stays one-sided; the help does not.",
        ),
        "praise": (
            "Thank you, that is good to read. What else can we do?",
            "Thank you! It is rules and tools that do the work here; tell us when they get something wrong, too.",
        ),
        "insult": (
            "I am sorry that it did not help. Tell me what you wanted, in other words if you can, and I try again.",
            "I take it that the answer was of no use. What did you want to have? “help” shows what we can do.",
        ),
        "laugh": (
            "Good to see you laugh. What else?",
            "A laugh is always welcome. What can we do for you?",
        ),
        "sorry": (
            "No harm done. How can we go on?",
            "Nothing to be sorry for. What do you need?",
        ),
        "there": (
            "Yes, here I am. What can we do for you?",
            "Here, and reading. What do you need?",
        ),
        "never_mind": (
            "All right.",
            "Fine. Just write when you need something.",
        ),
        "delete_all": (
            "What should be deleted? Nothing is gone yet. Name one thing, for example “delete my shopping list”"
            " or “forget Ana”. All your data at once goes under Settings, Account.",
        ),
        "joke": (
            "I know no jokes: to make one up needs a language model, and none is configured here. A true"
            " curiosity I can offer: “tell me a fun fact”.",
        ),
        "sing": (
            "I cannot do that: it needs a language model, and none is configured here. A true curiosity I can"
            " offer: “tell me a fun fact”.",
        ),
    },
    "es": {
        "danger": (
            "Siento mucho que lo estés pasando tan mal. Soy un programa y no puedo darte la ayuda que mereces,"
            " pero hay personas que sí: habla ahora con alguien, una amistad, tu familia, un médico. Si estás en"
            " peligro, llama al número de emergencias de donde estés (112 en Europa, 911 en América). Día y noche"
            " atienden el 024 en España y el 988 en Estados Unidos; en findahelpline.com están los demás países."
            " No tienes que cargar con esto a solas.",
        ),
        "how_are_you": (
            "Soy un programa, así que siempre igual, gracias. ¿Y tú, cómo estás? ¿Qué puedo hacer por ti?",
            "En marcha y sin dolores: soy un programa. ¿Y tú? ¿Qué hacemos hoy?",
            "Gracias por preguntar. Los programas no tenemos días buenos ni malos, pero aquí estoy. ¿Qué tal tú?",
        ),
        "fine": (
            "Me alegro. ¿Qué podemos hacer por ti?",
            "Da gusto leerlo. ¿Qué toca ahora?",
        ),
        "morning": (
            "¡Buenos días! ¿Qué podemos hacer por ti hoy?",
            "Muy buenos días. ¿Por dónde empezamos?",
        ),
        "sad": (
            "Siento leerlo. Soy un programa y no una amistad de carne y hueso, pero puedes escribirlo aquí si te"
            " alivia; y quizá lo mejor sea hablar con alguien que te conozca. ¿Qué ha pasado?",
            "Eso suena duro, lo siento. No puedo sentirlo contigo, soy un programa, pero leo cada palabra."
            " ¿Quieres contar qué hay detrás?",
            "Lamento que te sientas así. Una persona cercana puede hacer más que un programa; si mientras tanto"
            " puedo quitarte algo de la lista, dímelo.",
        ),
        "worried": (
            "Parece mucho de golpe. Si te ayuda, apunta lo que te pesa, una línea para cada cosa, y lo guardo"
            " como lista: «añade llamar al banco a mi lista». Los pasos pequeños cuentan.",
            "Siento que te pese tanto. Soy un programa y no puedo quitarte la preocupación, pero sí notas, fechas"
            " y cuentas de la cabeza. ¿Qué es lo más urgente?",
        ),
        "lonely": (
            "Siento que te encuentres así, a solas. Soy un programa y no sustituyo a las personas; ¿hay alguien a"
            " quien puedas llamar o escribir hoy, aunque sean cinco minutos?",
            "Sentirse así es duro. Yo leo, como programa que soy; alguien que te conozca puede darte más. ¿Con"
            " quién te gustó hablar la última vez?",
        ),
        "angry": (
            "Eso molestaría a cualquiera. Cuenta qué ha pasado, si quieres; yo solo leo, no me ofendo.",
            "Entiendo el enfado. Soy un programa y no tomo partido, pero ¿hay algo que se pueda hacer ahora?",
        ),
        "tired": (
            "Entonces toca descansar. Lo que quieras pedir aquí puede esperar.",
            "Que descanses. Si temes olvidar algo, dímelo y lo apunto.",
        ),
        "bored": (
            "Busquemos algo: pide «un dato curioso», o el tiempo de un lugar en el que preferirías estar.",
            "¿Y una curiosidad? Escribe «cuéntame un dato curioso» y tendrás uno verdadero, con su fuente.",
        ),
        "happy": (
            "¡Me alegro! ¿Qué hacemos con tan buen ánimo?",
            "Da gusto leerlo. ¿Qué podemos hacer por ti?",
            "Estupendo. Soy un programa, pero una buena noticia es una buena noticia.",
        ),
        "blow": (
            "Lo siento, eso duele. Soy un programa y no puedo juzgar quién tiene razón, pero nadie merece que le"
            " hagan daño. ¿Tienes con quién hablarlo?",
            "Es duro pasar por algo así, y lo siento. Tómate tu tiempo; si hay que hacer algo práctico, en eso"
            " puedo ayudar.",
        ),
        "listening": (
            "Te leo. Gracias por contarlo. Soy un programa: solo puedo leer y poner orden en tus cosas, pero"
            " hablar con alguien de confianza suele ayudar. ¿Qué te haría el día un poco más fácil?",
            "No es fácil, y lo siento. ¿Hay algo de eso que se pueda cambiar? Si no, decírselo a alguien cercano"
            " vale mucho.",
            "Entiendo lo que escribes. Un programa no tiene consejo para todo; una amistad, quizá sí. ¿Me ocupo"
            " de algo mientras tanto?",
        ),
        "love": (
            "Qué amable. Soy un programa y no puedo corresponderte, pero trabajo para ti con gusto.",
            "¡Gracias! Soy software, así que el cariño va en una sola dirección; la ayuda, no.",
        ),
        "praise": (
            "Gracias, da gusto leerlo. ¿Algo más?",
            "¡Gracias! Aquí trabajan reglas y herramientas; di también cuando se equivoquen.",
        ),
        "insult": (
            "Siento no haber ayudado. Dime qué querías, con otras palabras si puedes, y lo intento de nuevo.",
            "Entiendo que la respuesta no ha servido. ¿Qué querías? «ayuda» muestra lo que sabemos hacer.",
        ),
        "laugh": (
            "Me alegra que te rías. ¿Algo más?",
            "Una risa siempre es bienvenida. ¿Qué podemos hacer por ti?",
        ),
        "sorry": (
            "No pasa nada. ¿Cómo seguimos?",
            "No hay nada que perdonar. ¿Qué necesitas?",
        ),
        "there": (
            "Sí, aquí estoy. ¿Qué podemos hacer por ti?",
            "Aquí, leyendo. ¿Qué necesitas?",
        ),
        "never_mind": (
            "De acuerdo.",
            "Vale. Escribe cuando necesites algo.",
        ),
        "delete_all": (
            "¿Qué hay que borrar? Todavía no se ha borrado nada. Nombra una cosa, por ejemplo «borra mi lista de"
            " la compra» u «olvida a Ana». Todos tus datos de una vez se borran en Ajustes, Cuenta.",
        ),
        "joke": (
            "No sé chistes: para inventarlos hace falta un modelo de lenguaje, y aquí no hay ninguno configurado."
            " Puedo ofrecerte una curiosidad verdadera: «cuéntame un dato curioso».",
        ),
        "sing": (
            "No puedo: para eso hace falta un modelo de lenguaje, y aquí no hay ninguno configurado. Puedo"
            " ofrecerte una curiosidad verdadera: «cuéntame un dato curioso».",
        ),
    },
}
