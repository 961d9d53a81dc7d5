/** Mails from one member to another in one span of time, as the server tells it. */
export interface Flow {
  sender: string
  recipient: string
  at: string
  mails: number
}

export interface FlowReport {
  since: string
  until: string
  spanSeconds: number
  flows: readonly Flow[]
  /** Whether it ends now. */
  current: boolean
}

/** Mails from one member to another in the chosen time. */
export interface Edge {
  id: string
  sender: string
  recipient: string
  mails: number
}

/** Spans from `from` to `to`, both included. */
export interface Stretch {
  from: number
  to: number
}

export const edgeId = (sender: string, recipient: string): string => `${sender}→${recipient}`

const MOST_SPANS = 240

/** How many spans of time there are from the beginning to the end of a report; at least one. */
export function spanCount(report: FlowReport): number {
  const seconds = (Date.parse(report.until) - Date.parse(report.since)) / 1000
  return Math.min(MOST_SPANS, Math.max(1, Math.ceil(seconds / Math.max(1e-3, report.spanSeconds))))
}

/** In which span something lies. */
export function spanOf(report: FlowReport, at: string): number {
  const seconds = (Date.parse(at) - Date.parse(report.since)) / 1000
  return Math.min(spanCount(report) - 1, Math.max(0, Math.floor(seconds / Math.max(1e-3, report.spanSeconds) + 1e-6)))
}

/** When a span begins; that of the one behind the last is when it ends. */
export function spanStart(report: FlowReport, span: number): string {
  return new Date(Date.parse(report.since) + span * report.spanSeconds * 1000).toISOString()
}

/** When the last span ends in which somebody wrote, in milliseconds; nothing where nobody did. */
export function lastMail({ flows, spanSeconds }: Omit<FlowReport, 'current'>): number | null {
  return flows.length ? Math.max(...flows.map((flow) => Date.parse(flow.at))) + Math.ceil(spanSeconds * 1000) : null
}

/** Mails in each span, in order. */
export function heights(report: FlowReport): number[] {
  const counts = Array.from({ length: spanCount(report) }, () => 0)
  for (const flow of report.flows) counts[spanOf(report, flow.at)]! += flow.mails
  return counts
}

/** Who wrote to whom how often in a stretch of time, busiest first. */
export function edgesIn(report: FlowReport, { from, to }: Stretch): Edge[] {
  const edges = new Map<string, Edge>()
  for (const flow of report.flows) {
    const span = spanOf(report, flow.at)
    if (span < from || span > to) continue
    const id = edgeId(flow.sender, flow.recipient)
    const edge = edges.get(id)
    if (edge) edge.mails += flow.mails
    else edges.set(id, { id, sender: flow.sender, recipient: flow.recipient, mails: flow.mails })
  }
  return [...edges.values()].sort((a, b) => b.mails - a.mails || a.id.localeCompare(b.id))
}

/** Mails that each member has to do with. */
export function busyness(edges: readonly Edge[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sender, recipient, mails } of edges) {
    for (const id of sender === recipient ? [sender] : [sender, recipient])
      counts.set(id, (counts.get(id) ?? 0) + mails)
  }
  return counts
}

/** Whom a member writes to or hears from. */
export function neighboursOf(edges: readonly Edge[], id: string): Set<string> {
  return new Set(
    edges.flatMap((edge) => (edge.sender === id ? [edge.recipient] : edge.recipient === id ? [edge.sender] : [])),
  )
}

/** A stretch of the same length moved by `by` spans, kept inside `count`. */
export function moved({ from, to }: Stretch, by: number, count: number): Stretch {
  const step = Math.min(count - 1 - to, Math.max(-from, by))
  return { from: from + step, to: to + step }
}

/** The next stretch while time is played: it moves on span by span and begins again at the end. */
export function played({ from, to }: Stretch, count: number): Stretch | null {
  return to >= count - 1 ? null : { from: from + 1, to: to + 1 }
}
