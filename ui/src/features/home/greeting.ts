/** The part of the day at an hour from 0 to 23. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 20) return 'evening'
  return hour < 12 ? 'morning' : 'afternoon'
}
