/** The parts of an AsyncAPI document, which its channels and operations fill. */
import { SharedSchemas } from '../openapi/shared-schemas.ts';
import type { Schema } from '../parameter-schema.ts';

/** Channels, operations and messages by id, and the schemas that they share. */
export class DocumentParts {
  readonly schemas = new SharedSchemas('draft-07');
  readonly channels: Record<string, Schema> = {};
  readonly operations: Record<string, Schema> = {};
  readonly messages: Record<string, Schema> = {};

  /** Adds a channel with the messages of these ids. */
  addChannel(id: string, channel: Schema, messages: readonly string[]): void {
    const own = Object.fromEntries(
      messages.map((message) => [message, { $ref: `#/components/messages/${message}` }]),
    );
    this.channels[id] = { ...channel, messages: own };
  }

  /** Adds an operation: what a client sends to a channel or receives from it, and what it receives in reply. */
  addOperation(id: string, { action, channel, messages, reply, ...facts }: OperationParts): void {
    this.operations[id] = {
      action,
      channel: channelReference(channel),
      ...facts,
      messages: messageReferences(channel, messages),
      ...(reply === undefined
        ? {}
        : { reply: { channel: channelReference(channel), messages: messageReferences(channel, reply) } }),
    };
  }

  /** Adds a message under an id that no other message has. */
  addMessage(id: string, message: Schema): void {
    if (id in this.messages) throw new Error(`two messages are called ${id}`);
    this.messages[id] = { name: id, ...message };
  }
}

/** An operation; channel and messages are ids. */
interface OperationParts {
  readonly action: 'send' | 'receive';
  readonly channel: string;
  readonly messages: readonly string[];
  readonly reply?: readonly string[];
  readonly [fact: string]: unknown;
}

function channelReference(id: string): Schema {
  return { $ref: `#/channels/${id}` };
}

function messageReferences(channel: string, ids: readonly string[]): readonly Schema[] {
  return ids.map((id) => ({ $ref: `#/channels/${channel}/messages/${id}` }));
}
