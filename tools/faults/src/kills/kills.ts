import { createRandom } from '@recallite/test-kit/random'
import { filesOf } from '../fingerprint.ts'
import { judgeAllThere, judgeLeftovers, mustWork } from '../judge.ts'
import { saidBy } from '../program.ts'
import type { Provider } from '../provider.ts'
import { inTurn, type Bench, type CaseLog, type Suite } from '../run-suite.ts'
import { otherModel, type Stage } from '../tasks.ts'
import { hasDatabase, makeHall, withProvider, type Hall, type World } from '../world.ts'
import { killCommand, phases, together, type Phase } from './moments.ts'
import { stayingPhases, type StayingPhase } from './stay.ts'

export const kills: Suite = { name: 'kills', small: 7, spread: 2, full: 500, prepare }

/** A query of the next search of a user. */
const query = 'harbour'

const all = [...phases, ...stayingPhases, together]

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const hall = await makeHall(folder, { files: 30, sections: 7, seed }, [
    ['index', ...withProvider, '--model', otherModel],
    ['index', ...withProvider],
    ['search', query],
  ])
  const initialFiles = new Set(filesOf(hall.world.folder)).add('data/copy.sqlite')
  return {
    nameOf: (number) => inTurn(all, number).name,
    runCase: async (number, log) => {
      const stage = {
        world: hall.world,
        notes: hall.notes,
        random: createRandom(seed, 'kills', number),
      }
      await runCase(hall, { number, stage, initialFiles }, log)
    },
    close: () => hall.provider.close(),
  }
}

async function runCase(
  hall: Hall,
  { number, stage, initialFiles }: { number: number; stage: Stage; initialFiles: ReadonlySet<string> },
  log: CaseLog,
): Promise<void> {
  const { world, provider } = hall
  const phase = inTurn(all, number)
  // If a process ends before the kill, tries again with an earlier kill.
  for (let attempt = 0; attempt < 5 && !log.isInjected; attempt += 1)
    log.isInjected = await killOnce(hall, { phase, stage, attempt }, log)
  provider.listen(undefined)
  provider.delay(0)
  if (!log.isInjected) return
  log.outcome = 'went on'
  await provider.whenDisconnected()
  const underWay = requestsUnderWay(provider)
  const again = phase.task?.again?.(stage) ?? []
  if (hasDatabase(world)) await lookAround(world, { number, again }, log)
  const commands = [again, ['index', world.notesFolder, ...withProvider]]
  await mustWork(
    hall,
    log,
    commands.filter(({ length }) => length > 0),
  )
  await judgeAllThere(hall, log)
  judgeRequests(hall, underWay, log)
  judgeLeftovers(filesOf(world.folder), initialFiles, log)
}

function killOnce(
  hall: Hall,
  { phase, stage, attempt }: { phase: Phase | StayingPhase; stage: Stage; attempt: number },
  log: CaseLog,
): Promise<boolean> {
  if (phase.task) return killCommand(hall, { phase, stage, attempt }, log)
  hall.world.restore(hall.templates.indexed)
  hall.provider.forget()
  return phase.kill(stage, log)
}

/**
 * The next commands of users, which are no remedies. A search may report that a folder is not indexed yet, or suggest the
 * interrupted repair.
 */
async function lookAround(
  world: World,
  { number, again }: { number: number; again: readonly string[] },
  log: CaseLog,
): Promise<void> {
  const args = inTurn([['status'], ['search', query, '--json'], []], number)
  if (args.length === 0) return
  const run = await world.run(log, args)
  const maySay = again[0] === 'doctor' ? /recallite doctor --repair/ : /NO_ROOTS|nothing/i
  if (run.exitCode !== 0 && !maySay.test(saidBy(run)))
    log.deadEnds.push(`${run.command} fails after the kill: ${saidBy(run)}`)
}

/** The number of concurrent requests of the program, as in ARCHITECTURE.md. A kill loses one batch of each. */
const requestsAtOnce = 4

/**
 * Texts that were sent, but whose vectors the killed process may not have stored: those of unanswered requests and of the last
 * answered ones.
 */
export function requestsUnderWay({ requests }: Pick<Provider, 'requests'>): Set<string> {
  const batches = requests.filter(({ texts }) => texts.length > 1)
  const open = batches.filter(({ isAnswered }) => !isAnswered)
  const last = batches.filter(({ isAnswered }) => isAnswered).slice(open.length - requestsAtOnce)
  return new Set([...open, ...(open.length < requestsAtOnce ? last : [])].flatMap(({ texts }) => texts))
}

/** No text of a note may be embedded twice, except those in progress. */
function judgeRequests({ notes, provider }: Hall, underWay: ReadonlySet<string>, log: CaseLog): void {
  const queries = [query, ...notes.map(({ sentinel }) => sentinel)]
  const single = provider.requests.flatMap(({ texts }) => (texts.length === 1 ? texts : []))
  const others = new Set([...queries, ...single])
  const beyond = [...provider.timesAsked()].filter(
    ([text, times]) => !others.has(text) && times > (underWay.has(text) ? 2 : 1),
  )
  if (beyond.length === 0) return
  const under = `the batches under way (${underWay.size} texts)`
  const [example = ''] = beyond.map(([text]) => text)
  log.lost.push(
    `${beyond.length} texts were embedded twice beyond ${under}, such as '${example.slice(0, 80)}'`,
  )
}
