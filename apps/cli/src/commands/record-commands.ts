import type { Command } from '@recallite/command-line'
import { commandFlags } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'

const filterNotes = `A filter is a JSON object about the context of records; all conditions apply:
  {"task.name": "push"}                      equal; dots separate nested keys
  {"params.force.value": {"$lt": 15}}        also $lte $gt $gte $ne
  {"env.site": {"$in": ["lab", "hall"]}}     also $nin, {"$exists": true}
  {"$or": [{…}, {…}]}                        also $and, $not
In a context, params, spatial, robot and task have special meanings:
coordinates for --near are in spatial.position, as [x, y] or [x, y, z].

The origin of a record is the channel that wrote it: user (a person, with
'recallite remember' or on the page), agent (over MCP, or with --origin agent),
hook, import, or api (a program, over REST or with the library).`

/** The commands for what agents remember, in the order of the help. */
export const recordCommands: readonly Command<Flags>[] = [
  {
    name: 'remember',
    words: '<content...>',
    summary: 'remember a short text, unless a record already contains it',
    help: 'remember a short text: a fact, a decision, what worked and what did not work; a text that a record already contains is not stored again. A single dash reads it from standard input',
    hasFreeText: true,
    example:
      'recallite remember \'Wet cups slip above 12 N\' --collection robots --context \'{"task":{"name":"grasp"}}\'',
    flags: commandFlags.remember,
    load: async () => (await import('./records.js')).runRemember,
  },
  {
    name: 'recall',
    words: '[query...]',
    summary: 'recall what was remembered, by meaning, words, context and position',
    help: 'search the records by meaning and by words; flags limit the search to a context, a session or a position; without a query, --session lists the records of a session in chronological order',
    hasFreeText: true,
    notes: filterNotes,
    example: 'recallite recall how to grasp a cup --filter \'{"params.force.value":{"$lt":15}}\'',
    flags: commandFlags.recall,
    load: async () => (await import('./records.js')).runRecall,
  },
  {
    name: 'forget',
    words: '[id...]',
    help: 'forget records for good: their texts are overwritten',
    example: 'recallite forget 019c5e2a-7a10-7c3e-9d55-0d6f3f1b8a11',
    flags: commandFlags.forget,
    load: async () => (await import('./records.js')).runForget,
  },
  {
    name: 'sessions',
    words: '[action] [id]',
    summary: 'list the sessions of agents, start one or end it',
    help: "list the sessions in which records were remembered, latest first; 'sessions start [ID]' starts one and prints its id, 'sessions end ID' ends it",
    example: "recallite sessions end monday --summary 'Learned how to hold wet cups'",
    flags: commandFlags.sessions,
    completes: ['list', 'start', 'end'],
    load: async () => (await import('./records.js')).runSessions,
  },
  {
    name: 'export',
    words: '[file]',
    summary: 'write all records as JSONL',
    help: 'write all records and sessions as JSONL, which import reads, to standard output or into a file',
    example: 'recallite export records.jsonl',
    flags: commandFlags.export,
    load: async () => (await import('./transfer-records.js')).runExport,
  },
  {
    name: 'records',
    words: '<action> <folder>',
    summary: 'sync the records with a folder that git or a synchroniser shares',
    help: "'records sync FOLDER' merges the records with the files of a folder, one per record, which git or a synchroniser carries between your machines. Machines may remember, supersede and forget offline, and sync in any order. Two records that replaced the same one both stay and are linked. Refused files are named and stay. The git history of the folder keeps forgotten texts",
    example: 'recallite records sync ~/sync/records --dry-run',
    flags: commandFlags.records,
    completes: ['sync'],
    load: async () => (await import('./sync-records.js')).runRecords,
  },
  {
    name: 'import',
    words: '[file]',
    summary: 'read records from JSONL, or import the data of another program',
    help: 'read records and sessions from JSONL as export writes it, where {"content": "…"} is enough for a line; existing records do not change. Invalid lines are reported and the others imported, or none with --all-or-none. A single dash reads JSONL from standard input. With --from, import the data of OpenClaw, QMD or basic-memory, and report what was imported and what was not; existing data does not change',
    example: 'recallite import records.jsonl',
    notes: `What --from imports, and from where without a PATH:
  openclaw      ~/.openclaw/openclaw.json: the workspace and extra paths of each
                agent into its own memory, memory.search as settings
  qmd           ~/.config/qmd/index.yml: the collections, with their patterns
  basic-memory  ~/.basic-memory/config.json: the folders of its projects
recallite import --from qmd --dry-run reports it without writing anything.`,
    flags: commandFlags.import,
    load: async () => async (request) => {
      const { from } = request.flags
      if (from === undefined) return (await import('./transfer-records.js')).runImport(request)
      return (await import('./import-from.js')).runImportFrom(from, request)
    },
  },
]
