import { printable } from '@recallite/command-line'
import { renderTable } from '../render/table.js'
import type { Entry } from './change.js'
import { hostOf } from './host-table.js'
import { fromAnywhere } from './launch.js'
import type { FilePlan, HostPlan } from './plan-host.js'

/** What connecting will write and where, host by host, for people. */
export function renderPlans(
  plans: readonly HostPlan[],
  { home, columns }: { readonly home: string; readonly columns: number },
): string {
  return plans
    .map((plan) => {
      const title = hostOf(plan.name).title
      if (plan.refusal !== undefined) {
        const advice = `Fix the file, or add the entry by hand: recallite connect --print ${plan.name}`
        return `${title}: cannot be connected: ${printable(plan.refusal)}. ${advice}\n`
      }
      if (plan.files.length === 0) return `${title}: already connected by its plugin\n`
      const rows = plan.files.flatMap((file) => rowsOf(file, home))
      if (rows.length === 0) return `${title}: already connected\n`
      return `${title}\n${renderTable(rows, { columns, indent: '  ' })}`
    })
    .join('')
}

/** Whether a host already has everything, or cannot be connected. */
export const isComplete = ({ files }: HostPlan): boolean =>
  files.every(({ before, after }) => before === after)

/** Where an entry is in its file. */
export function describePlace({ kind, path }: Entry): string {
  if (kind === 'file') return 'the skill'
  return kind === 'table' ? `[${path.join('.')}]` : path.join('.')
}

function rowsOf({ file, added, foreign }: FilePlan, home: string): string[][] {
  const path = printable(fromAnywhere(file, home))
  return [
    ...added.map((entry) => [path, `add ${describeEntry(entry)}`]),
    ...foreign.map((entry) => [path, `has another entry for ${describePlace(entry)}, which stays`]),
  ]
}

function describeEntry(entry: Entry): string {
  if (entry.kind === 'file') return `the skill, ${String(entry.value).split('\n').length - 1} lines`
  return printable(`${describePlace(entry)} ${JSON.stringify(entry.value)}`)
}
