import type { ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'

/** How addresses of documents are made. */
export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'recallite://{root}/{+path}',
    name: 'document',
    title: 'A document of the memory',
    description:
      'The text of an indexed file: the name of its root, and its path below that root, percent-encoded.',
  },
]
