import { cpus, release, totalmem, type } from 'node:os'
import { countCases, renderFailure, renderSkipped } from './report.ts'
import type { CaseLog } from './run-suite.ts'

/** One page about a run of all suites. */
export function renderResults(
  results: readonly { name: string; logs: readonly CaseLog[] }[],
  { commit, seed, workers }: { commit: string; seed: number; workers: number },
): string {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const minutes = (logs: readonly CaseLog[]) =>
    Math.round(logs.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / workers / 60_000)
  const rows = [...results, { name: 'all', logs: results.flatMap(({ logs }) => logs) }].map(
    ({ name, logs }) => {
      const { tried, lost, leaked, deadEnds, skipped, missed } = countCases(logs)
      const at = new Set(logs.map((log) => (log.commit ?? commit).slice(0, 8)))
      return [name, tried, lost, leaked, deadEnds, skipped, missed, minutes(logs), [...at].join(', ')]
    },
  )
  const notes = results.flatMap(({ name, logs }) => [
    ...renderSkipped(logs).map((line) => `- ${name}: ${line}`),
    ...logs.filter(({ hasFailed }) => hasFailed).map((log) => `\n\`\`\`text\n${renderFailure(log)}\n\`\`\``),
  ])
  return [
    '# Results of the suites of faults',
    '',
    'Written by `pnpm faults all --full` at its end; what the columns mean is in [README.md](README.md).',
    '',
    `- Commit ${commit}, seed ${seed}, ${new Date().toISOString().slice(0, 10)}`,
    `- ${processor?.model} × ${cpus().length}, ${memory}, ${type()} ${release()}, Node ${process.version}, ${workers} workers`,
    '',
    '| suite | tried | lost | leaked | dead ends | skipped | no fault happened | minutes | at commit |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n')
}
