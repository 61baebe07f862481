import type { Answer, Run, RunSettings } from '../../run/run.js'
import { documentChanges } from '../compare-query.js'
import { differingSettings } from '../pair-runs.js'
import { fused, query, run } from './runs.js'

/** A document that answers. */
export const ada = fused('ada.md', [1, 7.2, 0.31], [3, 0.41, 0.2])
/** A document that does not. */
export const garden = fused('garden.md', [2, 5, 0.2], [9, 0.2, 0.1])

/** The settings of two runs, as far as they are not the usual ones; null where another program made it. */
export type SettingsOfBoth = readonly (Partial<RunSettings> | null)[]

/** The reasons by document, for a query that `ada.md` answers. */
export function reasons(
  first: Answer,
  second: Answer,
  [settings, otherSettings]: SettingsOfBoth = [],
): Record<string, string> {
  const [one, other] = [settings, otherSettings].map((each = {}) => run([], [], { settings: each })) as [
    Run,
    Run,
  ]
  const changes = documentChanges({
    query: query('q', { 'ada.md': 1 }),
    first: { answer: first, run: one },
    second: { answer: second, run: other },
    settings: differingSettings(one, other),
  })
  return Object.fromEntries(changes.map((change) => [change.document, change.reason]))
}
