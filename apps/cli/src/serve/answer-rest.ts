import { statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { CodedError, exitCodes, type Io, type Request, runProgram, UsageError } from '@recallite/command-line'
import type { Freshness } from '@recallite/core'
import type * as v from 'valibot'
import { runSearch } from '../commands/search.js'
import { readWholeStatus, statusToJson } from '../commands/status.js'
import { commandFlags } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'
import type { OpenMemory } from '../open/open-memory.js'
import { hasRecords } from '../open/record-store.js'
import type { askIfThere, RestSearch } from '../search/ask-memory.js'
import { searchEitherWay, searchOptions, whyOptions } from '../search/answer-here.js'
import type { ResolvedSettings } from '@recallite/settings'
import { answerRoute, type Content, asking, reading, type Routes, type Service } from './answer-route.js'
import { linkPath, makeLink } from '../ui/page.js'
import { commandPath, type Printed, type SentCommand } from './endpoint.js'
import { fingerprintOf } from './fingerprint.js'
import { recordRoutes } from './record-routes.js'
import { residentFiles } from './resident-files.js'
import { residentStatus } from './resident.js'
import { searchRequest, searchRequestOf, whyRequest } from './search-request.js'

/** The routes of the REST API. */
export const restRoutes = {
  '/v1/search': asking(searchRequest, search),
  '/v1/why': asking(whyRequest, async ({ memory, resolved }, { query, document, ...fields }, { signal }) => {
    const options = { ...whyOptions(fields, resolved), ...freshnessOf(resolved), signal }
    return memory.why(query, document, options)
  }),
  '/v1/get': reading(async ({ memory }, { parameters }) => {
    const place = parameters.get('place')
    if (place === null)
      throw new CodedError('OPTION_INVALID', 'Name the note to get: /v1/get?place=notes:auth.md:12-34')
    return memory.get(place)
  }),
  ...recordRoutes,
  '/v1/status': reading(async (open, _, { program }) =>
    statusToJson({ ...(await readWholeStatus(open)), resident: residentStatus(program, null) }),
  ),
  // Only for the user's commands; see `answerRequest`.
  [linkPath]: { method: 'POST', answer: async (_, { page, program }) => makeLink(page, program.port) },
  [commandPath]: { method: 'POST', answer: runCommand },
} satisfies Routes

/** The options of a search from the fields of a request and the settings, the same as those of a command. */
export function requestOptions({ resolved, ...location }: OpenMemory, fields: Flags, signal: AbortSignal) {
  const options = searchOptions(fields, resolved)
  // Without records, only files are searched.
  const kinds = options.kinds ?? (hasRecords(location) ? undefined : (['file'] as const))
  const isHybrid = resolved.settings.query.hybrid.enabled
  return { ...options, kinds, ...freshnessOf(resolved), signal, isHybrid }
}

async function search(
  open: OpenMemory,
  { query, ...fields }: v.InferOutput<typeof searchRequest>,
  { signal }: Content,
): Promise<RestSearch> {
  const { memory, noModelReason } = open
  const report = await searchEitherWay(memory, query, requestOptions(open, fields, signal))
  return { ...report, roots: await memory.listRoots(), noModelReason: noModelReason ?? null }
}

/** Runs a search as its client would, and returns what to print; null without an answer, since the client then reports the reason. */
async function runCommand(content: Content, { held, program }: Service): Promise<Printed | null> {
  // Clients of this version are the only senders.
  const { argv, file, inode, io } = content.body as SentCommand
  const printed: Printed[number][] = []
  const write = (text: string) => void printed.push(['write', text])
  const talk = (text: string) => void printed.push(['talk', text])
  let isAnswered = false
  const ask: typeof askIfThere = async (query, location, { flags }) => {
    const { home, settings, workingFolder } = location.resolved
    const files = residentFiles(home, location.path, location.connection.server)
    const isSame = files?.endpoint === file && fingerprintOf(location, flags) === program.fingerprint
    const isHere = statSync(workingFolder).ino === inode
    if (!isSame || !isHere || !settings.enabled || flags.inProcess)
      throw new UsageError('The command has another memory or other settings.')
    isAnswered = true
    const request = searchRequestOf(query, flags)
    return { answer: await held.use((open) => search(open, request, content)), program }
  }
  const texts = { help: '', example: '', description: '', whenInterrupted: '', version: '' }
  const load = async () => (request: Request<Flags>) => runSearch(request, ask)
  const command = { ...texts, name: 'search', words: '<query...>', flags: commandFlags.search, load }
  const described = { ...texts, name: 'recallite', commands: [command], describeFailure: () => undefined }
  // A search uses nothing else of its process.
  const exitCode = await runProgram(described, argv, { ...io, write, talk } as Io)
  return isAnswered && exitCode === exitCodes.done ? printed : null
}

/** Reads changed files first, as a search command does, so that both give the same answer. */
function freshnessOf({ settings }: ResolvedSettings): { readonly freshness: Freshness } {
  return { freshness: settings.update.onBoot ? 'before-search' : 'none' }
}

/** Answers a request of the REST API. */
export async function answerRest(response: ServerResponse, service: Service, path: string): Promise<void> {
  await answerRoute(response, { routes: restRoutes, path, others: ['/v1/health', '/mcp'] }, service)
}
