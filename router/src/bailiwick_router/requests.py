"""The fixed English and Spanish words by which a clause is seen to be a request of its own, normalised."""

from bailiwick_router.phrases import phrases_of

REQUESTS = frozenset(
    # English: verbs that people begin an order with
    "add analyse analyze append arrange ask book brainstorm buy calculate call cancel check choose clear come compare"
    " compose compute convert count create cross debug define delete describe design differentiate divide do draft"
    " draw email enter estimate evaluate execute explain export factor fetch figure file find fix forget forward gather"
    " generate get give go google identify implement import improve install integrate invent jot keep let list look"
    " make map mark message move multiply name note open optimize order organize outline pick plan plot post prepare"
    " print propose prove put rank read recommend record refund remember remind remove rename reply rephrase report"
    " research review rewrite run save schedule search see send set share show simplify sing sketch solve sort spell"
    " start stop store subtract suggest sum summarise summarize tell text think tick track translate turn update"
    " upload use validate verify watch work write"
    # English: words that questions begin with
    " what whats who whos whose which when where wheres why how hows is are am was were do does did can could will"
    " would should has have had any"
    # Spanish: verbs, in the forms of tu and usted
    " abre abra actualiza actualice agrega agregue anade anada analiza analice anota anote apunta apunte arregla"
    " averigua ayuda ayudame borra borre busca busque calcula calcule cambia cancela compara compare compon comprueba"
    " consulta convierte convierta copia corrige crea cree cuenta cuentame dame define demuestra deriva describe dibuja"
    " dime diga digame dinos disena divide ejecuta elige elimina encuentra ensename enumera envia envie escribe escriba"
    " escribeme escribenos explica explicame explique factoriza genera guarda haz haga hazme hazlo halla idea informa"
    " informame inicia integra inventa inventate investiga lee leeme lista llama manda mandame marca mira"
    " muestra muestrame multiplica obten olvida ordena organiza pide pidele piensa pon ponga pregunta preguntale"
    " prepara programa propon pinta quita"
    " recomienda recomiendame recuerda recuerdame redacta reembolsa reescribe repasa resta resuelve resuelva resume"
    " resumeme revisa saca sube sugiere suma tacha toma traduce traduceme usa verifica"
    # Spanish: words that questions begin with
    " que cual cuales quien quienes cuando cuanto cuanta cuantos cuantas donde como hay esta estan hace hara puedes"
    " podrias tengo tenemos llueve nieva va".split()
)
"""Words with which a request begins."""

WANTS = phrases_of(
    "i need,i want,i would like,i d like,id like,i have to know,we need,we want,let me know,let us know,necesito,"
    "quiero,quisiera,me gustaria,queremos,necesitamos,hace falta,me dices,me puedes,me haces,me escribes"
)
"""Phrases with which one begins too."""

POLITE = phrases_of(
    "please,kindly,can you please,could you please,can you,could you,would you,will you,i want you to,i need you to,"
    "i would like you to,i d like you to,just,now,first,firstly,finally,lastly,afterwards,por favor,porfa,me puedes,"
    "me podrias,puedes,podrias,podrias por favor,quiero que,necesito que,me gustaria que,ahora,primero,finalmente,"
    "por ultimo,hello,hi,hey,hola,buenas,buenos dias,buenas tardes,good morning,thanks,thank you,gracias,cleo,ok,okay,"
    "ok then,okay then,right then,alright then,now then,well then,alright,all right,vale pues,bueno pues,venga,"
    "vale,great,genial,perfecto,so,well,bueno,pues,oye,oh,ah,btw,by the way,actually,anyway,por cierto,a ver"
)
"""What may stand before a request and changes nothing."""

LEADS = phrases_of(
    "sorry to bother you,sorry to bother,i hate to bother you,sorry to ask,if you don t mind,if you do not mind,"
    "if it s not too much trouble,if you have a moment,when you have a moment,when you get a chance,when you can,"
    "if you can,would you be so kind as to,could you be so kind as to,be so kind as to,would you be able to,"
    "would it be possible to,any chance you could,any chance you can,"
    "do you think you could,do you think you can,do you mind,would you mind,do me a favour and,do me a favor and,"
    "could you do me a favour and,can you do me a favour and,i was wondering if you could,i was wondering if,"
    "i was wondering,i m wondering,i wonder if you could,i d like to know,i would like to know,i want to know,"
    "i need to know,i have a question,i ve got a question,let s see,"
    "perdona que te moleste,disculpa que te moleste,siento molestarte,perdona la molestia,si no te importa,"
    "si no es molestia,si no es mucha molestia,si puedes,cuando puedas,cuando tengas un momento,serias tan amable de,"
    "seria posible,te importa,te importaria,hazme el favor de,haz el favor de,hazme un favor y,me haces el favor de,"
    "me harias el favor de,me preguntaba si podrias,me preguntaba si puedes,me preguntaba,me gustaria saber,"
    "quiero saber,quisiera saber,queria saber,necesito saber,tengo una pregunta,te queria preguntar,"
    "queria preguntarte,a ver si puedes,serias capaz de"
)
"""Longer ones, with which a question of its own seldom begins: “is it possible to …” is none of them."""
PAUSED = phrases_of(
    "sorry,oops,ups,uy,whoops,excuse me,pardon me,pardon,listen,look,right,fine,nice one,next one,next question,"
    "another thing,one last thing,last thing,one more question,quick favour,do me a favour,"
    "do me a favor,guess what,"
    "perdona,perdone,perdon,disculpa,disculpe,mira,escucha,bien,la siguiente,otra cosa,otra pregunta,"
    "una ultima cosa,una cosa mas,una preguntita,una pregunta mas,una cosita,un favor,hazme un favor,siguiente pregunta"
)
"""What leads in only with a pause behind it: “listen, …”, “next one: …”."""

JOINERS = frozenset("and then also plus additionally besides next afterwards y e luego despues ademas tambien".split())
"""Words that join one request to the next."""
IN_TURN = frozenset("then next afterwards luego despues".split())
"""Joiners that say: after that."""

PAIRS = frozenset(
    (first, second)
    for pair in (
        "copy paste,cut paste,find replace,search replace,search find,look find,look see,go check,go see,go find,"
        "try find,try make,come see,wait see,drag drop,mix match,stop think,read write,go get,show tell,rock roll,"
        "plug play,save exit,pick choose,edit save,trial error,check see,look tell,buscar reemplazar,busca encuentra,"
        "busca reemplaza,copia pega,corta pega,ve mira,arrastra suelta,lee escribe,prueba error"
    ).split(",")
    for first, second in [pair.split()]
)
"""Words before and after a joiner that mean one thing together."""

DICTATIONS = phrases_of(
    "remind me,remember that,remember to,remember i,remember my,keep in mind,note that,note to self,make a note,"
    "take a note,write down,jot down,write this down,say that,a task to,a task that,a reminder to,recuerdame,"
    "recuerda que,ten en cuenta,apunta que,apunta,apuntame,anota que,anota,anotame,toma nota,haz una nota,escribe que,"
    "di que,una tarea para,un recordatorio,forget that,olvida que,translate,traduce,rewrite,rephrase,reescribe"
)
"""Phrases after which the rest of a sentence is what to write down, not what to do."""

LETTERS = frozenset("tell ask send email text message show".split())
ADDRESSED_TO_OTHERS = frozenset("him her them everyone people customers".split())
"""After one of `LETTERS` at the start of a clause: it goes on with a letter, and is no request to the team."""

POINTERS = frozenset(
    "it its them they their him his her hers eso esto ello ellos ellas aquello result results resultado resultados"
    " answer respuesta".split()
)
"""Words that point at what came before."""
DEMONSTRATIVES = frozenset("this that these those".split())
BEFORE_DEMONSTRATIVE = frozenset("about of with for to from on using than into summarise summarize translate".split())
AFTER_DEMONSTRATIVE = frozenset("to into in by on from for with as and".split())
"""Words behind which a demonstrative stands for what came before: "convert that to euros"."""
WEATHER = frozenset(
    "rain rains raining rained snow snows snowing snowed cold hot warm sunny windy cloudy freezing dark late".split()
)
"""Words beside which "it" points at nothing."""
TIMES = frozenset("time day date hour".split())
"""Words before "is it" that make "it" point at nothing."""
CLITICS = ("selo", "sela", "melo", "mela", "noslo", "los", "las", "lo", "la")
"""What Spanish verbs carry at their end for "it" and "them"."""
ALSO_TOLD = frozenset(
    "tengo tenemos hay hace hara esta estan va llueve nieva llama pide manda envia arregla lee mira sube any call buy"
    " book pick order email text message send go come work get ask fix turn move post read watch start stop set file"
    " name plan report use keep put do enter".split()
)
"""Words of `REQUESTS` with which one also tells something, or says what is to be done by oneself."""
ABBREVIATIONS = frozenset(
    "mt st dr mr mrs ms prof sr sra dra vs etc eg ie no num nr fig ej pag av approx aprox".split()
)
"""Words that may end with a full stop within a sentence."""
