import type { SearchOptions } from '@recallite/core'
import type { RecallOptions } from '@recallite/core/records'
import type { SettingKey } from './key-table.js'
import type { FlatSettings, ResolvedSettings } from './resolve-settings.js'

/** The options of a search that the settings set; undefined where nothing sets them, as each strategy has defaults of its own. */
export function searchSettings({ valueOf, originOf }: Pick<ResolvedSettings, 'valueOf' | 'originOf'>) {
  const given = <Key extends SettingKey>(key: Key): FlatSettings[Key] | undefined =>
    originOf(key).kind === 'built-in' ? undefined : valueOf(key)
  const kind = given('query.kind')
  return {
    kinds: kind && [kind],
    limit: given('query.maxResults'),
    threshold: given('query.minScore'),
    strict: given('query.strict'),
    fusion: given('query.fusion'),
    vectorWeight: given('query.hybrid.vectorWeight'),
    textWeight: given('query.hybrid.textWeight'),
    textNormalization: given('query.hybrid.textNormalization'),
    candidateMultiplier: given('query.hybrid.candidateMultiplier'),
    perDocument: given('query.perDocument'),
    diversity: given('query.diversity'),
    recency: given('query.recency'),
    rerankCandidates: given('rerank.candidates'),
    rerankDeadline: given('rerank.deadline'),
  } satisfies SearchOptions
}

/** The options of a recall of records by the settings; what a caller asks for comes before them. */
export function recallSettings(resolved: Pick<ResolvedSettings, 'valueOf' | 'originOf'>) {
  const { valueOf } = resolved
  const halfLife = valueOf('recall.halfLife')
  return {
    limit: valueOf('recall.limit'),
    threshold: valueOf('recall.threshold'),
    minConfidence: valueOf('recall.minConfidence'),
    decay: halfLife === undefined ? undefined : { halfLife },
    fusion: searchSettings(resolved).fusion,
  } satisfies RecallOptions
}
