import type { Request } from '@recallite/command-line'
import { environmentVariables, readSettings } from '@recallite/settings'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import {
  type AgentTranscripts,
  findTranscripts,
  renderTranscripts,
  setAgents,
} from '../transcripts/connect-transcripts.js'
import { isAgreed } from './agreement.js'

/** `recallite connect --transcripts`: lists the transcripts of agents, and adds them to the user's settings or removes them. */
export async function connectTranscripts(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const resolved = await readSettings({ ...io.surroundings })
  const found = findTranscripts(resolved, environmentVariables()).filter(isIn(flags.only))
  const print = flags.dryRun ? io.write : io.talk
  print(renderTranscripts(found))
  const changed = found.filter(({ isIndexed, files }) => (flags.undo ? isIndexed : !isIndexed && files > 0))
  if (flags.dryRun) return exitCodes.done
  if (changed.length === 0) {
    io.talk('Nothing to change.\n')
    return exitCodes.done
  }
  if (!(await isAgreed(request, flags.undo ? removal : addition))) return exitCodes.done
  const { agents } = resolved.settings.sessions
  const names = changed.map(({ agent }) => agent)
  setAgents(resolved, flags.undo ? agents.filter((name) => !names.includes(name)) : [...agents, ...names])
  for (const name of names) io.write(`${flags.undo ? 'Removed' : 'Added'} the transcripts of ${name}.\n`)
  io.talk('The next index of your own memory reads the setting: recallite index --scope user\n')
  return exitCodes.done
}

const isIn =
  (names: Flags['only']) =>
  ({ agent }: AgentTranscripts) =>
    names === undefined || names.some((name) => agent === name || agent === `${name}-cli`)

const addition = {
  question: 'Index these transcripts, without secrets?',
  undone: 'Nothing was changed yet. To index what is listed above',
}

const removal = {
  question: 'Stop indexing these transcripts?',
  undone: 'Nothing was changed yet. To stop indexing what is listed above',
}
