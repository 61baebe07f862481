import type { RunHeader } from './run.js'

/** Whatever decides the answers; where it is the same, an interrupted run can go on. */
export function runIdentity({ settings, depth, strategies, suites, environment }: RunHeader): string {
  return JSON.stringify({ settings, depth, strategies, suites, version: environment.version })
}
