import { cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startMcp, type McpSession } from '../mcp-session.ts'
import { jsonOf, saidBy, type Run } from '../program.ts'
import type { CaseLog } from '../run-suite.ts'
import { begin } from '../tasks.ts'
import { byWords } from '../world.ts'
import { mountDisk, type SmallDisk } from './disk.ts'
import { judgeAgain, judgeEnd, judgeWhole, type Case } from './judge-write.ts'

/** Runs a task on a disk that becomes full, or that has no byte left; then makes room and runs it again. */
export async function runOnDisk(which: Case, kind: 'small disk' | 'no byte free'): Promise<void> {
  const { hall, task, stage, log } = which
  const { dataFolder } = stage.world
  const args = begin(task, stage, hall.templates)
  const sizes = readdirSync(dataFolder).map((name) => statSync(join(dataFolder, name)).size)
  const used = sizes.reduce((sum, size) => sum + size, 0) / 1024
  const room = kind === 'small disk' ? 40 + stage.random.below(which.room ?? 1200) : 2000
  const disk = await mountDisk(dataFolder, Math.ceil(used + room))
  stage.world.through = disk.enter
  try {
    // The disk hides what is there.
    for (const name of readdirSync(dataFolder)) {
      cpSync(join(dataFolder, name), disk.see(join(dataFolder, name)), { preserveTimestamps: true })
    }
    const server = kind === 'no byte free' ? await fillDisk(which, disk) : undefined
    const run = await stage.world.run(log, args, { timeout: 90_000 })
    await server?.close()
    log.isInjected = wasFull(run, disk)
    if (!log.isInjected) return
    judgeEnd(run, log)
    if (run.exitCode !== 0) mustSayFull(run, 'a failure', log)
    judgeWhole(disk.see(dataFolder), log)
    disk.makeRoom()
    if (which.judge) await which.judge(run, disk)
    else await judgeAgain(which)
  } finally {
    stage.world.through = []
    await disk.unmount()
  }
}

const wasFull = (run: Run, disk: SmallDisk) => run.exitCode !== 0 || disk.free() < 65_536 || saysFull(run)

const saysFull = ({ stdout, stderr }: Run) =>
  /STORE_FULL|\bis full\b|too\s+little\s+space/.test(`${stdout}${stderr}`)

/** A failure says that the disk is full, or how much space is missing. */
function mustSayFull(run: Run, what: string, log: CaseLog): void {
  if (!saysFull(run)) log.deadEnds.push(`${what} on a full disk does not say STORE_FULL: ${saidBy(run)}`)
}

/** A program that was open before the disk was full goes on answering, and is given; a new one answers or says what is wrong. */
async function fillDisk(
  { hall, task, stage: { world }, log }: Case,
  disk: SmallDisk,
): Promise<McpSession | undefined> {
  if (task.begins === 'empty') {
    disk.fill()
    return undefined
  }
  const server = await startMcp([...byWords, '--db', world.database], world)
  const sentinel = hall.notes.at(-1)?.sentinel ?? ''
  const answerTo = async (query: string) =>
    JSON.stringify(await server.call('memory_search', { query, minScore: 0 }))
  // A row that is to be repaired is not shown, whether the disk is full or not.
  const isWhole = (await answerTo(sentinel)).includes(sentinel)
  disk.fill()
  if (!isWhole) return server
  const args = ['search', sentinel, '--threshold', '0', '--json', ...byWords]
  const run = await world.run(log, args)
  const isAnswered = run.exitCode === 0 && (jsonOf(run)?.results ?? []).length > 0
  if (!isAnswered) mustSayFull(run, 'a search without results', log)
  const answer = await answerTo(sentinel)
  if (!answer.includes(sentinel))
    log.deadEnds.push(`a server that was open no longer finds on a full disk: ${answer.slice(0, 200)}`)
  return server
}
