import type { Answer } from '../run/run.js'
import { percentile } from '../statistics/percentile.js'
import type { Latency, Row, Stage } from './row.js'

function latencyOf(times: readonly number[]): Latency {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** How long each stage of the searches took; null where nobody measured any. */
export function latencies(answers: readonly Pick<Answer, 'timings'>[]): Row['latency'] {
  const measured = answers.map(({ timings }) => timings).filter((timings) => timings !== null)
  if (measured.length === 0) return null
  const latency = (stage: Stage) => latencyOf(measured.map((timings) => timings[stage]))
  return {
    total: latency('total'),
    sync: latency('sync'),
    keyword: latency('keyword'),
    vector: latency('vector'),
    embed: latency('embed'),
    rank: latency('rank'),
  }
}
