import { describeSources, type DescribedSource } from '../../describe-sources.js'
import { fine, warning, type Outcome } from '../finding.js'
import { mendSetting } from '../mend-setting.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'
import type { Subject } from '../subject.js'

function outcomesOf(source: DescribedSource, subject: Subject): Outcome[] {
  const { kind, paths, missing, refused } = source
  if (missing.length + refused.length === 0) return [fine(`${kind}: ${paths.join(', ')}`)]
  return [...missingOutcomes(source, subject), ...refusedOutcomes(source)]
}

function refusedOutcomes({ kind, refused }: DescribedSource): Outcome[] {
  return refused.map(({ path, reason }) =>
    warning({ detail: `${kind}: ${path} is left out`, cause: reason, fix: `ls -la ${shellWord(path)}` }),
  )
}

function missingOutcomes({ kind, missing }: DescribedSource, { resolved, flags }: Subject): Outcome[] {
  return missing.map((path) => {
    const isListed = kind === 'paths'
    const fix = isListed
      ? mendSetting('extraPaths', resolved.originOf('extraPaths'), flags)
      : `mkdir -p ${shellWord(path)}`
    const cause = isListed ? 'extraPaths names it, and it is not there' : 'it is not there yet'
    return warning({ detail: `${kind}: ${path} is left out`, cause, fix })
  })
}

/** Whether what the settings name to be indexed is there. */
export const sources: Probe = {
  name: 'sources',
  look: (subject) => describeSources(subject.sources).flatMap((source) => outcomesOf(source, subject)),
}
