/** Schemas of objects that no package has one for, with only the fields that deploy/kubernetes uses. */
const text = { type: 'string', minLength: 1 }
const whole = { type: 'integer', minimum: 1 }
const texts = { type: 'object', additionalProperties: text }
const named = closed({ name: text })
const secretKey = closed({ name: text, key: text })

function closed(properties: Record<string, object>, required = Object.keys(properties)) {
  return { type: 'object', additionalProperties: false, properties, required }
}

const postgresql = closed({
  synchronous: closed({
    method: { enum: ['any', 'first'] },
    number: whole,
    dataDurability: { enum: ['required', 'preferred'] },
  }),
  parameters: texts,
})

const initdb = closed({
  database: text,
  owner: text,
  encoding: text,
  localeProvider: { enum: ['builtin', 'icu', 'libc'] },
  builtinLocale: text,
  dataChecksums: { type: 'boolean' },
})

const resources = closed({ requests: texts, limits: texts })
const plugin = closed({ name: text, isWALArchiver: { type: 'boolean' }, parameters: texts })

const cluster = closed({
  instances: whole,
  imageName: { type: 'string', pattern: ':\\d+' },
  enablePDB: { type: 'boolean' },
  postgresql,
  bootstrap: closed({ initdb }),
  certificates: closed({ serverAltDNSNames: { type: 'array', items: text } }),
  storage: closed({ size: text }),
  walStorage: closed({ size: text }),
  resources,
  affinity: closed({
    enablePodAntiAffinity: { type: 'boolean' },
    podAntiAffinityType: { enum: ['preferred', 'required'] },
    topologyKey: text,
  }),
  plugins: { type: 'array', items: plugin },
})

const pooler = closed({
  cluster: named,
  instances: whole,
  type: { enum: ['rw', 'ro', 'r'] },
  pgbouncer: closed({ poolMode: { enum: ['session', 'transaction'] }, parameters: texts }),
})

const scheduledBackup = closed({
  schedule: { type: 'string', pattern: '^\\S+( \\S+){5}$' },
  immediate: { type: 'boolean' },
  cluster: named,
  method: { enum: ['plugin', 'volumeSnapshot', 'barmanObjectStore'] },
  pluginConfiguration: named,
})

const objectStore = closed({
  retentionPolicy: { type: 'string', pattern: '^\\d+[dwm]$' },
  configuration: closed({
    destinationPath: text,
    s3Credentials: closed({ accessKeyId: secretKey, secretAccessKey: secretKey }),
    wal: closed({ compression: text }),
  }),
})

const metadata = closed({ name: text })
const object = (apiVersion: string, kind: string, spec: object) =>
  closed({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, spec } as Record<string, object>)

export const OPERATOR_SCHEMAS: Record<string, object> = {
  Cluster: object('postgresql.cnpg.io/v1', 'Cluster', cluster),
  Pooler: object('postgresql.cnpg.io/v1', 'Pooler', pooler),
  ScheduledBackup: object('postgresql.cnpg.io/v1', 'ScheduledBackup', scheduledBackup),
  ObjectStore: object('barmancloud.cnpg.io/v1', 'ObjectStore', objectStore),
  Kustomization: closed({
    apiVersion: text,
    kind: text,
    namespace: text,
    resources: { type: 'array', items: text },
    images: { type: 'array', items: closed({ name: text, newName: text, newTag: text }) },
  }),
}
