/*
 * How commands reach the resident program of their user. Elsewhere than on Windows it listens at a socket, whose folder lets
 * nobody else in. On Windows it listens at a named pipe. Every user sees the names of pipes, and may take one once its program
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
export interface LocalDoor {
  /** Of the socket, or the name of the pipe. */
  readonly address: string
  /** What a command has to send; undefined where the address lets nobody else in. */
  readonly token?: string
  /** What the program has to answer with, likewise. */
  readonly proof?: string
}

/** The header of an answer that holds the proof. */
export const proofHeader = 'recallite-proof'

/** The door of a program that begins; `openDoor` opens it. */
export function makeDoor(file: string): LocalDoor {
  if (process.platform !== 'win32') return { address: file }
  const [name, token, proof] = [secret(), secret(), secret()]
  return { address: String.raw`\\.\pipe\recallite-${name}`, token, proof }
}

/** The door of the program that listens now; throws if its file is no door's. */
export function readDoor(file: string): LocalDoor {
  if (process.platform !== 'win32') return { address: file }
  return JSON.parse(readFileSync(file, 'utf8')) as LocalDoor
}

/**
 * Listens at a door, until the server is closed.
 * @throws UsageError if there can be none
 */
export async function openDoor(server: Server, door: LocalDoor, file: string): Promise<void> {
  server.listen(door.address)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new UsageError(
      `Cannot make the socket ${door.address}: ${reasonOf(error)}. Its folder has to be on a disk that takes sockets, with some space.`,
    )
  }
  // The folder lets nobody else in, whatever these permissions are.
  if (door.token === undefined) return chmodSync(file, 0o600)
  server.on('close', () => rmSync(file, { force: true }))
  writeWhole(file, [JSON.stringify(door)], { mode: 0o600, isLasting: false })
}

const secret = (): string => randomBytes(32).toString('base64url')
