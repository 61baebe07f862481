import { join } from 'node:path'
import type { Source } from '@recallite/core'
import { environmentVariables, recalliteFolder } from '@recallite/settings'
import type { ReadSettings, Settings } from '@recallite/settings'
import { placesOf } from '../connect/places.js'

/** The name of an agent whose transcripts can be indexed. */
export type TranscriptAgent = Settings['sessions']['agents'][number]

interface Agent {
  readonly folder: string
  /** Globs, relative to the folder; transcripts of subagents are left out. */
  readonly include: readonly string[]
}

/** Where agents store conversations. All but opencode, which has a database, write transcripts. */
export function transcriptAgents(
  home: string,
  variables = environmentVariables(),
): Readonly<Record<TranscriptAgent, Agent>> {
  const places = placesOf({ home, variables })
  const data = variables['XDG_DATA_HOME'] || join(home, '.local', 'share')
  return {
    'claude-code': { folder: join(places['claude-code'].folder, 'projects'), include: ['*/*.jsonl'] },
    codex: { folder: join(places.codex.folder, 'sessions'), include: ['**/rollout-*.jsonl'] },
    'gemini-cli': {
      folder: join(places.gemini.folder, 'tmp'),
      include: ['*/chats/session-*.{json,jsonl}'],
    },
    openclaw: { folder: join(places.openclaw.folder, 'agents'), include: ['*/sessions/*.jsonl'] },
    opencode: { folder: join(data, 'opencode'), include: ['opencode.db'] },
  }
}

type Chosen = Pick<ReadSettings, 'settings' | 'home'>

/** The transcripts of agents as sources; without any yet, a folder is missing until the agent is used. */
export function agentSources({ settings, home }: Chosen): Source[] {
  const { agents, retentionDays } = settings.sessions
  const copies = { folder: mirrorFolder(home), include: ['*.jsonl'] }
  const places = { ...transcriptAgents(home), opencode: copies }
  return agents.map((name) => ({ kind: 'sessions', ...places[name], name, retentionDays }))
}

const mirrorFolder = (home: string): string => join(recalliteFolder(home), 'transcripts', 'opencode')

/** Brings the copies of opencode's conversations up to date, if the settings name it; only then is the code for that loaded. */
export async function updateMirror({ settings, home }: Chosen): Promise<void> {
  if (!settings.sessions.agents.includes('opencode')) return
  const { mirrorOpencode } = await import('./mirror-opencode.js')
  mirrorOpencode(join(transcriptAgents(home).opencode.folder, 'opencode.db'), mirrorFolder(home))
}
