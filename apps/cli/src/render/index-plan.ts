import { printable } from '@recallite/command-line'
import type { IndexPlan } from '@recallite/core'
import { count } from './count.js'

function embeddingLine({ embedding }: IndexPlan): string {
  if (embedding === null) return 'nothing would be embedded: there is no embedding model'
  const { provider, model, host, files, texts, tokens } = embedding
  const where = host === null ? 'on this machine' : `by sending them to ${printable(host)}`
  const amount = `${count(texts, 'text')} of ${count(files, 'file')}, about ${count(tokens, 'token')}`
  return `would be embedded: ${amount}, with ${printable(`${provider}/${model}`)} ${where}`
}

function secretLines({ embedding }: IndexPlan): string[] {
  const documents = embedding?.secretDocuments ?? []
  return documents.map(
    ({ root, path }) => `would not be sent, as it looks like secrets: ${printable(`${root}:${path}`)}`,
  )
}

/** What an index run would do, in a few lines. */
export function renderIndexPlan(plan: IndexPlan): string {
  const { files, added, changed, removed, unchanged, skipped } = plan
  return [
    `${files} files: ${added} would be added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${skipped.length} skipped`,
    embeddingLine(plan),
    ...secretLines(plan),
    'nothing was written or sent',
    '',
  ].join('\n')
}
