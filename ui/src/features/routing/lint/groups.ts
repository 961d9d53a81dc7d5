import type { Edit, Finding, GeneralWord, Proposal } from '../types'

/** Findings by agent, those with most first, otherwise in the order they came in. */
export function byAgent(findings: readonly Finding[]): { agent: string; findings: Finding[] }[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(finding.agent)
    if (group) group.push(finding)
    else groups.set(finding.agent, [finding])
  }
  return [...groups]
    .map(([agent, found]) => ({ agent, findings: found }))
    .sort((a, b) => b.findings.length - a.findings.length)
}

const touches = (edit: Edit, word: GeneralWord) =>
  edit.agent === word.agent && edit.field === word.field && (edit.kind === 'set' || edit.value === word.text)

/** The proposal that does something about a word, where there is one. */
export function proposalFor(word: GeneralWord, proposals: readonly Proposal[]): Proposal | undefined {
  return proposals.find((proposal) => proposal.kind === 'word' && proposal.edits.some((edit) => touches(edit, word)))
}
