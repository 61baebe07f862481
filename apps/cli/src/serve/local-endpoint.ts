/*
 * How commands reach the resident program of their user. Elsewhere than on Windows it listens at a socket, whose folder keeps
 * other users out. On Windows it listens at a named pipe. Every user sees the names of pipes, and may take one once its program
 * is gone. So a file in the user's folder names the pipe of this run and two secrets: a command sends the first, and sends its
 * query only to a program that answers with the second.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { UsageError, writeWhole } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'

/** Where a program listens for the commands of its user, and what both sides have to know. */
export interface LocalEndpoint {
  /** Of the socket, or the name of the pipe. */
  readonly address: string
  /** What a command has to send; undefined where the address keeps other users out. */
  readonly token?: string
  /** What the program has to answer with, likewise. */
  readonly proof?: string
}

/** The header of an answer that holds the proof. */
export const proofHeader = 'recallite-proof'

/** The endpoint of a program that begins; `openEndpoint` opens it. */
export function makeEndpoint(file: string): LocalEndpoint {
  if (process.platform !== 'win32') return { address: file }
  const [name, token, proof] = [secret(), secret(), secret()]
  return { address: String.raw`\\.\pipe\recallite-${name}`, token, proof }
}

/** The endpoint of the program that listens now; throws if its file is no endpoint's. */
export function readEndpoint(file: string): LocalEndpoint {
  if (process.platform !== 'win32') return { address: file }
  return JSON.parse(readFileSync(file, 'utf8')) as LocalEndpoint
}

/**
 * Listens at a endpoint, until the server is closed.
 * @throws UsageError if there can be none
 */
export async function openEndpoint(server: Server, endpoint: LocalEndpoint, file: string): Promise<void> {
  server.listen(endpoint.address)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new UsageError(
      `Cannot make the socket ${endpoint.address}: ${reasonOf(error)}. Its folder has to be on a disk that takes sockets, with some space.`,
    )
  }
  // The folder keeps other users out, whatever these permissions are.
  if (endpoint.token === undefined) return chmodSync(file, 0o600)
  server.on('close', () => rmSync(file, { force: true }))
  writeWhole(file, [JSON.stringify(endpoint)], { mode: 0o600, isLasting: false })
}

const secret = (): string => randomBytes(32).toString('base64url')
