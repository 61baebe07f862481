import type { SearchOptions } from '@recallite/core'
import type { Flags } from './flags/flags.js'
import type { SettingKey } from './settings/key-table.js'
import type { FlatSettings } from './settings/settings.js'
import type { ResolvedSettings } from './settings/resolve-settings.js'

/** How to search: by the settings, as far as somebody set them (a strategy has defaults of its own), and the flags. */
export function searchOptions(flags: Flags, { valueOf, originOf }: ResolvedSettings): SearchOptions {
  const given = <Key extends SettingKey>(key: Key): FlatSettings[Key] | undefined =>
    originOf(key).kind === 'built-in' ? undefined : valueOf(key)
  const { rrfK, root: roots, path: paths, heading: headings, since, until, where } = flags
  return {
    limit: flags.limit ?? given('query.maxResults'),
    minScore: flags.minScore ?? given('query.minScore'),
    minScoreOn: flags.minScoreOn ?? given('query.minScoreOn'),
    fusion: flags.fusion ?? given('query.fusion'),
    foundBy: flags.foundBy,
    vectorWeight: flags.vectorWeight ?? given('query.hybrid.vectorWeight'),
    textWeight: flags.textWeight ?? given('query.hybrid.textWeight'),
    candidateMultiplier: flags.candidateMultiplier ?? given('query.hybrid.candidateMultiplier'),
    correctSpelling: flags.asTyped ? false : undefined,
    rrfK,
    roots,
    paths,
    headings,
    since,
    until,
    where,
  }
}
