import type { AgentIcon } from '@/components/icon-names'

/** What each icon shows, in Spanish; in English its name says it. */
export const SPANISH: Record<AgentIcon, string> = {
  robot: 'robot', heart: 'corazón', palette: 'paleta', calculator: 'calculadora', storefront: 'tienda', envelope: 'sobre correo',
  notepad: 'libreta', code: 'código', snowflake: 'copo de nieve', flask: 'matraz', compass: 'brújula', brain: 'cerebro', globe: 'globo',
  newspaper: 'periódico', 'book-open': 'libro abierto', books: 'libros', 'graduation-cap': 'birrete', student: 'estudiante',
  'chalkboard-teacher': 'profesor pizarra', briefcase: 'maletín', buildings: 'edificios', bank: 'banco', scales: 'balanza', gavel: 'mazo juez',
  money: 'dinero', coins: 'monedas', 'credit-card': 'tarjeta de crédito', receipt: 'recibo', 'chart-line-up': 'gráfico que sube',
  'chart-pie': 'gráfico circular', 'presentation-chart': 'presentación', 'shopping-cart': 'carrito', 'shopping-bag': 'bolsa de compra',
  package: 'paquete', truck: 'camión', airplane: 'avión', car: 'coche', bus: 'autobús', train: 'tren', bicycle: 'bicicleta', boat: 'barco',
  'map-trifold': 'mapa', 'map-pin': 'chincheta lugar', mountains: 'montañas', tree: 'árbol', plant: 'planta', flower: 'flor', leaf: 'hoja',
  'sun-horizon': 'sol horizonte', cloud: 'nube', 'cloud-rain': 'lluvia', umbrella: 'paraguas', thermometer: 'termómetro', fire: 'fuego',
  drop: 'gota', wind: 'viento', 'paw-print': 'huella', cat: 'gato', dog: 'perro', bird: 'pájaro', fish: 'pez', 'cooking-pot': 'olla',
  'fork-knife': 'cubiertos', coffee: 'café', wine: 'vino', pizza: 'pizza', cake: 'tarta', 'music-notes': 'música', guitar: 'guitarra',
  microphone: 'micrófono', headphones: 'auriculares', 'film-slate': 'claqueta cine', camera: 'cámara', image: 'imagen', video: 'vídeo',
  'game-controller': 'mando de juegos', 'puzzle-piece': 'pieza de puzle', 'dice-five': 'dado', trophy: 'trofeo', 'soccer-ball': 'balón de fútbol',
  barbell: 'pesas', 'person-simple-run': 'persona que corre', heartbeat: 'latido', 'first-aid': 'primeros auxilios', pill: 'pastilla',
  stethoscope: 'estetoscopio', tooth: 'diente', hospital: 'hospital', baby: 'bebé', 'house-line': 'casa', armchair: 'sillón', bed: 'cama',
  hammer: 'martillo', toolbox: 'caja de herramientas', screwdriver: 'destornillador', 'paint-brush': 'pincel', pencil: 'lápiz',
  'pen-nib': 'pluma', scissors: 'tijeras', 'magnifying-glass': 'lupa', binoculars: 'prismáticos', atom: 'átomo', dna: 'adn',
  microscope: 'microscopio', 'test-tube': 'probeta', rocket: 'cohete', planet: 'planeta', star: 'estrella', 'moon-stars': 'luna y estrellas',
  lightbulb: 'bombilla', lock: 'candado', shield: 'escudo', fingerprint: 'huella dactilar', detective: 'detective', database: 'base de datos',
  'hard-drives': 'discos servidor', terminal: 'terminal', 'git-branch': 'rama', 'bug-beetle': 'bicho', cpu: 'procesador',
  'device-mobile': 'móvil', desktop: 'ordenador', printer: 'impresora', plug: 'enchufe', broadcast: 'emisión', megaphone: 'megáfono',
  'chat-circle': 'conversación', chats: 'conversaciones', phone: 'teléfono', translate: 'traducir', handshake: 'apretón de manos',
  users: 'personas', 'user-circle': 'persona', calendar: 'calendario', alarm: 'despertador', clock: 'reloj', hourglass: 'reloj de arena',
  gift: 'regalo', confetti: 'confeti', crown: 'corona', diamond: 'diamante', ghost: 'fantasma', smiley: 'cara sonriente',
  'hand-waving': 'mano que saluda', 'magic-wand': 'varita mágica', sparkle: 'destello', tag: 'etiqueta', funnel: 'embudo',
  'clipboard-text': 'portapapeles', folder: 'carpeta', 'file-text': 'documento', kanban: 'tablero',
  'thumbs-up': 'pulgar arriba', 'thumbs-down': 'pulgar abajo', 'check-circle': 'visto bueno',
}

/** What an icon shows, in the chosen language. */
export function iconWord(name: AgentIcon, language: string): string {
  return language === 'es' ? SPANISH[name] : name.replaceAll('-', ' ')
}
