import type { Tool } from '@modelcontextprotocol/server'
import { schemaTable, type ReferenceSchema } from '../../render/testing/schema-table.js'

const opening = `# Tools for agents

Generated from the tools of \`recallite mcp\` and \`recallite serve\`; agents get the same descriptions. Fields in bold are required. To run a
server: [SERVING.md](SERVING.md).
`

/** Every tool of a server as a page of Markdown. */
export function toolReference(tools: readonly Tool[], policy: string): string {
  const about = `## Instructions and prompt\n\nThe instructions of the server, and its prompt \`memory_recall_policy\`:\n\n\`\`\`text\n${policy}\n\`\`\``
  return `${[opening, ...tools.map(section), about].join('\n')}\n`
}

function section({ name, description = '', inputSchema, annotations }: Tool): string {
  return `## \`${name}\`\n\n${description}\n\n${effectOf(annotations)}\n\n${schemaTable(inputSchema as ReferenceSchema)}\n`
}

function effectOf({ readOnlyHint, destructiveHint }: Tool['annotations'] = {}): string {
  if (readOnlyHint) return 'It changes nothing.'
  return destructiveHint ? 'It removes what it names.' : 'It adds or changes records, and nothing else.'
}
