import { arch, cpus, platform, totalmem } from 'node:os'

/**
 * What a time depends on, and when it was taken.
 * @returns {{ machine: string, node: string, date: string }}
 */
export function describeMachine() {
  const cores = cpus()
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  return {
    machine: `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}, ${memory} GB, ${platform()} ${arch()}`,
    node: process.version,
    date: new Date().toISOString(),
  }
}
