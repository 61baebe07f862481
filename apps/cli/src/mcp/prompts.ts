import {
  ErrorCode,
  McpError,
  type GetPromptResult,
  type ListPromptsResult,
} from '@modelcontextprotocol/sdk/types.js'
import { recallPolicyName, type RecallPolicy } from '@recallite/core/tools'

const description =
  'When an agent must recall, with which tools, and how it names its sources: for a system prompt.'

/** Lists the recall policy; nothing if memory is switched off. */
export function listPrompts({ rules }: RecallPolicy): ListPromptsResult {
  if (!rules.mandatory) return { prompts: [] }
  return { prompts: [{ name: recallPolicyName, title: 'Memory recall policy', description }] }
}

/** The recall policy: its text as a message, its rules as data in `_meta`. Throws an McpError for any other name. */
export function getPrompt({ text, rules }: RecallPolicy, name: string): GetPromptResult {
  if (name !== recallPolicyName || !rules.mandatory) {
    const known = rules.mandatory ? `There is: ${recallPolicyName}.` : 'Memory is switched off.'
    throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}. ${known}`)
  }
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
    _meta: { 'recallite/rules': rules },
  }
}
