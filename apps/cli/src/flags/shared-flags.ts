import { flag, grouped, rare } from '@recallite/command-line'

/** For every command whose output programs may read. */
export const jsonFlag = flag('json', 'print JSON')

/** The flags that choose the memory of a command. */
const memoryFlags = [
  flag(
    'scope <memory>',
    "project: the memory of this folder's project (default inside a project, a folder with MEMORY.md or memory/); user: your own memory, with the folders that you named (default elsewhere)",
    { choices: ['user', 'project'] },
  ),
  flag('db <file>', 'database file (default: in ~/.recallite/memory, one for each agent and project)'),
  ...rare([
    flag(
      'store <url>',
      'server with the index, instead of a file: postgres://user@host/database?schema=NAME (password from PGPASSWORD or ~/.pgpass, the rest may come from ?service=NAME; needs @recallite/store-postgres) or opensearch://user@host1,host2:9200/?prefix=NAME (password from OPENSEARCH_PASSWORD; needs @recallite/store-opensearch; records stay in a local file, see records.url)',
    ),
    flag('agent <id>', 'use the memory of this agent, unless --db is given (default: main)'),
  ]),
]

/** The file of workspace settings. */
export const settingsFlag = flag(
  'config <file>',
  'workspace settings file (default: the nearest .recallite.yaml, .yml or .json in this folder or a parent)',
)

/** For every command that finds a memory by flags and settings. */
export const whichMemory = grouped('Which memory:', [...memoryFlags, ...rare([settingsFlag])])

/** For every command that opens the database. */
export const databaseFlags = [jsonFlag, ...whichMemory]

/** The flags that choose where and with which model texts are embedded. */
export const plainModelFlags = [
  flag(
    'model <name>',
    "embedding model: a GGUF file, a downloaded model's name, or the provider's (default: the one this memory was indexed with)",
  ),
  flag(
    'provider <name>',
    'where to embed texts; auto: with a model on this machine if there is one, else with OpenAI or Gemini if there is a key; none: keyword search only',
    { choices: ['auto', 'local', 'onnx', 'ollama', 'openai', 'gemini', 'none'] },
  ),
  flag('offline', 'send nothing to another machine (local models never do)'),
]

/** For every command that embeds. */
export const modelFlags = grouped('Embedding model:', rare(plainModelFlags))
