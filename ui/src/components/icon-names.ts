/** Icons of the interface itself (Phosphor, regular weight). */
export const INTERFACE_ICONS = [
  'house', 'chat-circle-dots', 'robot', 'graph', 'bug', 'gear', 'magnifying-glass', 'sun', 'moon', 'monitor',
  'translate', 'plus', 'x', 'check', 'check-circle', 'warning', 'warning-circle', 'x-circle', 'info', 'caret-down',
  'caret-right', 'caret-left', 'caret-up', 'caret-up-down', 'dots-three', 'dots-three-vertical', 'pencil-simple', 'storefront',
  'trash', 'push-pin', 'push-pin-slash', 'copy', 'arrows-clockwise', 'arrow-clockwise', 'arrow-counter-clockwise',
  'stop', 'paper-plane-right', 'paperclip', 'thumbs-up', 'thumbs-down', 'signpost', 'wifi-slash', 'wifi-high',
  'circle-notch', 'eye', 'eye-slash', 'play', 'pause', 'archive', 'download-simple', 'upload-simple', 'list', 'table',
  'squares-four', 'funnel', 'sliders-horizontal', 'user', 'sign-out', 'key', 'clock', 'timer', 'lightning', 'wrench',
  'path', 'flow-arrow', 'shield-check', 'flag', 'flag-checkered', 'tree-structure', 'arrow-right', 'arrow-left',
  'arrow-down', 'arrow-up', 'arrow-square-out', 'command', 'keyboard', 'at', 'hash', 'users-three', 'file-text',
  'cpu', 'currency-dollar', 'hourglass', 'sidebar-simple', 'arrow-bend-down-right', 'corners-out', 'terminal-window',
  'bell', 'question', 'link', 'calendar', 'minus', 'circle', 'dot-outline', 'chart-bar', 'target', 'clock-countdown',
  'plug', 'power', 'shield-warning',
  'brain', 'eraser', 'arrows-merge', 'globe', 'clock-counter-clockwise', 'crosshair-simple', 'tree-view',
  'hand-palm', 'plug', 'prohibit', 'seal-check',
  'checks', 'arrow-bend-up-left',
  'kanban', 'calendar-check', 'calendar-blank', 'calendar-dots', 'rows', 'lock-simple', 'repeat', 'chat-text', 'skip-forward',
  'file-plus', 'files', 'file-pdf', 'file-doc', 'file-html', 'file-md', 'file-txt', 'quotes', 'printer', 'chart-line-up', 'text-align-left', 'database',
  'bird', 'git-diff', 'ghost',
  'users-four', 'envelope-simple', 'tray', 'chats', 'moon-stars', 'hand-waving', 'coins', 'tree', 'note-pencil',
] as const

/** Icons an agent can have; the shipped agents use some of them. */
export const AGENT_ICONS = [
  'robot', 'heart', 'palette', 'calculator', 'storefront', 'envelope', 'notepad', 'code', 'snowflake', 'flask',
  'compass', 'brain', 'globe', 'newspaper', 'book-open', 'books', 'graduation-cap', 'student', 'chalkboard-teacher',
  'briefcase', 'buildings', 'bank', 'scales', 'gavel', 'money', 'coins', 'credit-card', 'receipt', 'chart-line-up',
  'chart-pie', 'presentation-chart', 'shopping-cart', 'shopping-bag', 'package', 'truck', 'airplane', 'car', 'bus',
  'train', 'bicycle', 'boat', 'map-trifold', 'map-pin', 'mountains', 'tree', 'plant', 'flower', 'leaf', 'sun-horizon',
  'cloud', 'cloud-rain', 'umbrella', 'thermometer', 'fire', 'drop', 'wind', 'paw-print', 'cat', 'dog', 'bird', 'fish',
  'cooking-pot', 'fork-knife', 'coffee', 'wine', 'pizza', 'cake', 'music-notes', 'guitar', 'microphone', 'headphones',
  'film-slate', 'camera', 'image', 'video', 'game-controller', 'puzzle-piece', 'dice-five', 'trophy', 'soccer-ball',
  'barbell', 'person-simple-run', 'heartbeat', 'first-aid', 'pill', 'stethoscope', 'tooth', 'hospital', 'baby', 'house-line',
  'armchair', 'bed', 'hammer', 'toolbox', 'screwdriver', 'paint-brush', 'pencil', 'pen-nib', 'scissors', 'magnifying-glass',
  'binoculars', 'atom', 'dna', 'microscope', 'test-tube', 'rocket', 'planet', 'star', 'moon-stars', 'lightbulb',
  'lock', 'shield', 'fingerprint', 'detective', 'database', 'hard-drives', 'terminal', 'git-branch', 'bug-beetle', 'cpu',
  'device-mobile', 'desktop', 'printer', 'plug', 'broadcast', 'megaphone', 'chat-circle', 'chats', 'phone', 'translate',
  'handshake', 'users', 'user-circle', 'calendar', 'alarm', 'clock', 'hourglass', 'gift', 'confetti', 'crown', 'diamond',
  'ghost', 'smiley', 'hand-waving', 'magic-wand', 'sparkle', 'tag', 'funnel', 'clipboard-text', 'folder', 'file-text', 'kanban',
  'thumbs-up', 'thumbs-down', 'check-circle',
] as const

export type InterfaceIcon = (typeof INTERFACE_ICONS)[number]
export type AgentIcon = (typeof AGENT_ICONS)[number]
