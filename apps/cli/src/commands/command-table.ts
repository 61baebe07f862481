import { type Command, grouped } from '@recallite/command-line'
import { commandFlags } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'
import { databaseFlags, modelFlags } from '../flags/shared-flags.js'
import { recordCommands } from './record-commands.js'

const queryNotes = `Query syntax (everything else is plain words and needs no quotes):
  "token refresh"          these words in this order
  auth*                    words with this prefix, of three or more letters
  login AND token          both; also OR, NOT, and ( ) around alternatives
  'token -draft'           without the second word; quoted, or after --
  path:notes/*.md          only these files; also heading:, source: (a root),
                           since:2026-01, until:, where:tag=ops; -path: negates
Quote what the shell interprets: recallite search '"token refresh" auth*'`

const searchDetails = `A --where that begins with { is a JSON filter, with the syntax of --filter:
  --where '{"status":"done","priority":{"$gte":2}}'
It compares keys and texts exactly; key=value ignores case and accents.

The first line is the confidence: the probability that a result answers the
query. It is strong (75 % or more), good (50 % or more), or weak (below the
threshold). Without a model, a single word has none: "has the word".`

/** Every command, in the order of the help. */
export const commands: readonly Command<Flags>[] = [
  ...grouped('Every day:', [
    {
      name: 'search',
      words: '<query...>',
      help: 'find notes by meaning and by exact words',
      hasFreeText: true,
      notes: queryNotes,
      details: searchDetails,
      example: 'recallite search what did we decide about auth',
      flags: commandFlags.search,
      load: async () => (await import('./search.js')).runSearch,
    },
    {
      name: 'get',
      words: '<locator...>',
      summary: 'print notes, or parts of them',
      help: 'print notes or parts of them: path:line as search prints it, [root:]path[:from[-to]] with inclusive lines or line:column, a glob, or the id of a result',
      example: "recallite get notes/decisions/pricing.md:12-34 'notes:decisions/*.md'",
      flags: databaseFlags,
      load: async () => (await import('./get.js')).runGet,
    },
    {
      name: 'index',
      words: '[folder...]',
      summary: 'index folders of notes, or update the whole index',
      help: 'index folders of notes; without a folder, update the whole index',
      example: 'recallite index ~/notes --model all-MiniLM-L6-v2.q8_0.gguf',
      flags: commandFlags.index,
      load: async () => (await import('./indexing.js')).runIndex,
    },
    {
      name: 'watch',
      summary: 'keep the index up to date while files change',
      help: 'keep the index up to date while files change, until Ctrl-C; prints one line per change, with --json one line of JSON',
      example: 'recallite watch',
      flags: [...databaseFlags, ...modelFlags],
      load: async () => (await import('./indexing.js')).runWatch,
    },
    {
      name: 'status',
      help: 'show what is indexed and which parts work',
      example: 'recallite status --json',
      flags: databaseFlags,
      load: async () => (await import('./status.js')).runStatus,
    },
    {
      name: 'why',
      words: '<query> <path>',
      summary: 'explain why a search shows a note or does not',
      help: 'explain, stage by stage, why a search shows a note or leaves it out, and how to make the search show it; accepts the same flags as search',
      example: "recallite why 'what did we decide about pricing' notes/decisions/pricing.md",
      flags: commandFlags.why,
      load: async () => (await import('./why.js')).runWhy,
    },
    {
      name: 'ui',
      summary: 'search and read the memory in a browser',
      help: "search and read the memory in a browser of this machine. Opens the browser, unless the session has no display, and prints the link, which opens once, within five minutes. If 'recallite serve' runs with the same settings and flags, it serves the page; otherwise this command serves it until Ctrl-C",
      example: 'recallite ui',
      flags: commandFlags.ui,
      load: async () => (await import('./serving.js')).runUi,
    },
  ]),
  ...grouped('Records of agents:', recordCommands),
  ...grouped('Getting started:', [
    {
      name: 'setup',
      words: '[folder...]',
      summary: 'add search by meaning: provider, model and index; or a reranker',
      help: 'add search by meaning in one step: install a provider, download a model, write both into your settings, and index; lists all of this first',
      example: 'recallite setup ~/notes',
      flags: commandFlags.setup,
      load: async () => (await import('./setup.js')).runSetup,
    },
    {
      name: 'connect',
      summary: 'connect the agents on this machine to the memory',
      help: 'find the hosts of agents on this machine (Claude Code, Codex, Copilot CLI, Cursor, Gemini CLI, OpenClaw, opencode, VS Code, Zed), show what each needs, and write it into your configuration files: the entry of the MCP server, hooks for automatic recall if the host supports them, and a skill. Comments, order and formatting stay. --undo removes it again. Flags that choose the memory become part of the entries',
      example: 'recallite connect --dry-run',
      flags: commandFlags.connect,
      load: async () => (await import('./connect.js')).runConnect,
    },
    {
      name: 'mcp',
      summary: 'serve the memory to agents over the Model Context Protocol',
      help: 'serve the memory to the client that starts it, over the Model Context Protocol on stdio. Tools for notes: memory_search, memory_get; for records: memory_remember, memory_recall, memory_forget, memory_session. The prompt is memory_recall_policy; the resources are the documents',
      example: 'recallite mcp --scope user',
      flags: commandFlags.mcp,
      load: async () => (await import('./serving.js')).runMcp,
    },
    {
      name: 'serve',
      summary: 'keep a memory open for recallite search and agents over HTTP',
      help: 'keep running with the index up to date and the model loaded, and answer recallite search, agents over HTTP (http://127.0.0.1:PORT/mcp) and other programs (REST); one process per memory, for its user only',
      example: 'recallite serve --port 0',
      flags: commandFlags.serve,
      load: async () => (await import('./serving.js')).runServe,
    },
    {
      name: 'hook',
      words: '<moment>',
      summary: "recall automatically; run by an agent's host at each prompt",
      help: "run by the plugin of an agent's host: reads the host's event as JSON from standard input, and prints up to 600 tokens of data that the host adds to the conversation: at each prompt the results likely to answer it, at session-start the latest records; at pre-compact it remembers what the user wrote, if hooks.beforeCompaction is true. Prints nothing if it fails, is late (400 ms with a resident program, 1 s without), or the project is not trusted",
      example: `echo '{"prompt":"which port has staging?"}' | recallite hook prompt --explain`,
      flags: commandFlags.hook,
      completes: ['session-start', 'prompt', 'pre-compact'],
      load: async () => (await import('../hook/run-hook.js')).runHook,
    },
    {
      name: 'completions',
      words: '<shell> [word...]',
      summary: 'print the completions for bash, zsh or fish',
      help: 'print the script that lets bash, zsh or fish complete commands, flags and values; with words, print the completions of the last one',
      example: 'recallite completions bash',
      flags: [],
      completes: ['bash', 'zsh', 'fish'],
      load: async () => {
        const { completionsRun } = await import('@recallite/command-line/completions')
        return completionsRun('recallite', commands)
      },
    },
  ]),
  ...grouped('Maintenance and settings:', [
    {
      name: 'doctor',
      summary: 'check every part, and print how to fix each problem',
      help: 'check every part and print what is wrong, why, and which command fixes it; changes nothing without --repair; exits with 1 if something does not work',
      example: 'recallite doctor --deep',
      flags: commandFlags.doctor,
      load: async () => (await import('./doctor.js')).runDoctor,
    },
    {
      name: 'backup',
      words: '<file>',
      summary: 'copy the whole memory: the index and the records',
      help: 'copy the memory while it is in use: the index into FILE, and the records into FILE.records.sqlite (copy.sqlite: copy.records.sqlite), both or none; to restore them, copy both back to where they were. The index can be rebuilt from your files, the records cannot',
      example: 'recallite backup ~/memory-2026-02-11.sqlite',
      flags: commandFlags.backup,
      load: async () => (await import('./backup.js')).runBackup,
    },
    {
      name: 'copy',
      summary: 'move an index between SQLite, PostgreSQL and OpenSearch without embedding again',
      help: 'copy the roots and the vectors of an index to another store, so that recallite index builds the index there from the same files without embedding again. The target keeps its content. A server address may name a schema (postgres://user@host/database?schema=team) or a prefix (opensearch://user@host:9200/?prefix=team), each of which is one index, and gets its password as --store does. Records are not copied: see export and import',
      example: 'recallite copy --from memory.sqlite --to postgres://me@db.example.org/notes',
      flags: commandFlags.copy,
      load: async () => (await import('./backup.js')).runCopy,
    },
    {
      name: 'optimise',
      summary: 'rewrite the index without deleted data',
      help: "rewrite the index without deleted data: deleted texts are then in none of the database's files, and their space is free; index and watch do so after large changes and once a day",
      example: 'recallite optimise --drop-unused',
      flags: commandFlags.optimise,
      load: async () => (await import('./upkeep.js')).runOptimise,
    },
    {
      name: 'roots',
      words: '[action] [word...]',
      summary: 'list the indexed folders, describe one or forget it',
      help: "list the indexed folders; 'roots describe NAME TEXT' adds a description to one, whose words then find all its notes (without TEXT, it removes the description); 'roots remove NAME' forgets one (its files stay), such as one that extraPaths no longer names",
      example: 'recallite roots describe notes Interviews with customers in 2026',
      flags: databaseFlags,
      completes: ['list', 'describe', 'remove'],
      load: async () => (await import('./upkeep.js')).runRoots,
    },
    {
      name: 'spaces',
      words: '[action] [name]',
      summary: 'list the embedding models that have vectors here, or drop one',
      help: "list the embedding models that have vectors here; 'spaces drop NAME' deletes the vectors of one and frees their space",
      example: 'recallite spaces drop openai/text-embedding-3-small',
      flags: databaseFlags,
      completes: ['list', 'drop'],
      load: async () => (await import('./upkeep.js')).runSpaces,
    },
    {
      name: 'models',
      words: '[action] [name]',
      summary: 'list, download and remove embedding models',
      help: "list the downloaded models; 'models pull NAME' downloads one (or hf:owner/repository/file.gguf, or https://…/file.gguf; without a name e5-small-v2), 'models remove NAME' deletes one",
      example: 'recallite models pull multilingual-e5-small',
      flags: commandFlags.models,
      completes: ['list', 'pull', 'remove'],
      load: async () => (await import('./models.js')).runModels,
    },
    {
      name: 'config',
      words: '[key]',
      summary: 'show each setting and where its value comes from',
      help: 'show each setting and where its value comes from: a line of a file, an environment variable, a flag, or the built-in default',
      example: 'recallite config query',
      flags: [...databaseFlags, ...modelFlags],
      load: async () => (await import('./settings.js')).runConfig,
    },
    {
      name: 'uninstall',
      summary: 'remove everything that Recallite wrote, except records',
      help: 'list and remove everything that Recallite wrote: indexes, models, providers and settings in ~/.recallite, and what connect added to hosts; programs that serve a memory are stopped first. Notes stay, and records too without --records',
      example: 'recallite uninstall --dry-run',
      flags: commandFlags.uninstall,
      load: async () => (await import('./uninstall.js')).runUninstall,
    },
    {
      name: 'trust',
      words: '[folder]',
      summary: "let a folder's settings name databases, models and services",
      help: 'let the .recallite.yaml of a folder (default: the one in effect here) name a database with folders outside of it, model files and addresses of services, as only your own settings may; stored in ~/.recallite/trusted-folders.json',
      example: 'recallite trust ~/work/handbook',
      flags: commandFlags.trust,
      load: async () => (await import('./settings.js')).runTrust,
    },
  ]),
]
