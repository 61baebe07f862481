import { setTimeout as sleep } from 'node:timers/promises'
import { startMcp } from '../mcp-session.ts'
import type { CaseLog } from '../run-suite.ts'
import { changeNote, type Stage } from '../tasks.ts'
import { withProvider } from '../world.ts'

/** A long-running program, which is killed while notes change. */
export interface StayingPhase {
  readonly name: string
  readonly task?: undefined
  kill(stage: Stage, log: CaseLog): Promise<boolean>
}

export const stayingPhases: readonly StayingPhase[] = [
  { name: 'watch', kill: killWatch },
  { name: 'mcp', kill: killMcp },
]

async function killWatch(stage: Stage, log: CaseLog): Promise<boolean> {
  const { world, random } = stage
  const stop = keepChanging(stage)
  const moment = 700 + random.below(2500)
  const run = await world.run(log, ['watch', ...withProvider], {
    isKilled: true,
    onStart: (control) =>
      setTimeout(() => {
        stop()
        control.kill()
      }, moment),
  })
  stop()
  return run.signal === 'SIGKILL'
}

/** Kills the MCP server while it answers searches and indexes changes. */
async function killMcp(stage: Stage): Promise<boolean> {
  const { world, random, notes } = stage
  const session = await startMcp([...withProvider, '--db', world.database], world)
  const stop = keepChanging(stage)
  const state = { isOver: false, answered: 0 }
  const clients = Array.from({ length: 6 }, async () => {
    while (!state.isOver) {
      await session.call('memory_search', { query: random.pick(notes).sentinel })
      state.answered += 1
    }
  })
  for (let waited = 0; state.answered === 0 && waited < 20_000; waited += 20) await sleep(20)
  await sleep(random.below(1500))
  state.isOver = true
  stop()
  const isKilled = session.pid !== null && process.kill(session.pid, 'SIGKILL')
  await Promise.allSettled(clients)
  await session.close().catch(() => undefined)
  return isKilled
}

/** Changes notes until it is stopped. */
function keepChanging({ world, random, notes }: Stage): () => void {
  const timer = setInterval(() => changeNote(world, random.pick(notes).path, random), 40)
  return () => clearInterval(timer)
}
