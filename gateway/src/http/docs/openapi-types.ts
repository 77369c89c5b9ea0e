// The part of OpenAPI 3.1 that our own documents use.

export interface SchemaObject {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, SchemaObject>;
  required?: string[];
  items?: SchemaObject;
  anyOf?: SchemaObject[];
  examples?: unknown[];
}

export interface MediaObject {
  schema: SchemaObject;
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required: boolean; description: string; schema: SchemaObject }[];
  requestBody?: { content: Record<string, MediaObject> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, { description: string }>;
      /** Absent for webhooks, because the gateway does not read a receiver's answer. */
      content?: Record<string, MediaObject>;
    }
  >;
}

export interface OpenApi {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, { post: OperationObject }>;
  components: { schemas: Record<string, SchemaObject> };
}
