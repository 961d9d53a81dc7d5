/** Colours to choose from, round the circle; each is seen well in both themes. */
export const PALETTE = [
  '#DC2626', '#EA580C', '#D97706', '#A16207', '#65A30D', '#16A34A', '#059669', '#0D9488', '#0891B2', '#0284C7', '#2563EB', '#4F46E5',
  '#7C3AED', '#9333EA', '#C026D3', '#DB2777', '#E11D48', '#78716C', '#6B7280', '#475569',
] as const
