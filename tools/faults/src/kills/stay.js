import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMcp } from '../mcp-session.js'
import { withProvider } from '../world.js'

/** @typedef {import('./phases.js').Stage} Stage */
/** @typedef {import('../case-log.js').CaseLog} CaseLog */

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Goes on changing notes until it is told to stop.
 * @param {Stage} stage
 */
function keepChanging({ world, random, notes }) {
  const timer = setInterval(() => {
    appendFileSync(
      join(world.notesFolder, random.pick(notes).path),
      `\nAnother line ${random.below(1_000_000)}.\n`,
    )
  }, 40)
  return () => clearInterval(timer)
}

/**
 * Kills `watch` while notes change.
 * @param {Stage} stage
 * @param {CaseLog} log
 */
export async function killWatch(stage, log) {
  const { world, random } = stage
  const stop = keepChanging(stage)
  const run = await world.run(log, ['watch', ...withProvider], {
    isKilled: true,
    onStart: (control) => setTimeout(() => control.kill(), 700 + random.below(2500)),
  })
  stop()
  return run.signal === 'SIGKILL'
}

/**
 * Kills the MCP server while it answers searches and brings in changes.
 * @param {Stage} stage
 * @param {CaseLog} log
 */
export async function killMcp(stage, log) {
  const { world, random, notes } = stage
  const session = await startMcp([...withProvider, '--db', world.database], {
    cwd: world.folder,
    env: world.env,
  })
  const stop = keepChanging(stage)
  const state = { isOver: false, answered: 0 }
  const clients = Array.from({ length: 6 }, async () => {
    while (!state.isOver) {
      await session.call('memory_search', { query: random.pick(notes).sentinel })
      if (!state.isOver) state.answered += 1
    }
  })
  for (let waited = 0; state.answered === 0 && waited < 20_000; waited += 20) await sleep(20)
  await sleep(random.below(1500))
  state.isOver = true
  stop()
  const isKilled = session.pid !== null && process.kill(session.pid, 'SIGKILL')
  await Promise.allSettled(clients)
  await session.close().catch(() => undefined)
  log.count('searches answered by servers before they were killed', state.answered)
  return isKilled
}
