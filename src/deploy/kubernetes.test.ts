import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { Settings } from '../config/settings.ts'
import { OPERATOR_SCHEMAS } from './operator-schemas.ts'

type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, unknown> }

const FOLDER = 'deploy/kubernetes'
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'))
const MODELS = { Deployment, HorizontalPodAutoscaler, Ingress, PodDisruptionBudget, Namespace, Service }

const read = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8'), { strict: true }).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })
const all = FILES.flatMap(read)
function one(kind: string, name = 'parts-house') {
  const found = all.find((manifest) => manifest.kind === kind && manifest.metadata?.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name}.`)
  return found
}

/** Throws when an object is not as the API's own schema says, or as our schema of the operator's fields. */
function validate(manifest: Manifest) {
  const schema = OPERATOR_SCHEMAS[manifest.kind]
  if (schema) {
    const ajv = new Ajv({ allErrors: true })
    if (!ajv.validate(schema, manifest)) throw new Error(ajv.errorsText())
    return
  }
  const Model = MODELS[manifest.kind as keyof typeof MODELS]
  if (!Model) throw new Error(`There is no schema of ${manifest.kind}.`)
  new Model(manifest as never).validate()
}

test('every manifest is as the schema of its kind says, and is applied', () => {
  for (const manifest of all) expect(() => validate(manifest), manifest.metadata?.name).not.toThrow()
  const [kustomization] = read('kustomization.yaml') as unknown as [{ resources: string[] }]
  expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(FILES.sort())
})

test('a manifest with a wrong type or an unknown field is found', () => {
  const shop = one('Deployment')
  const wrong = { ...shop, spec: { ...shop.spec, replicas: 'three' } } as unknown as Manifest
  expect(() => validate(wrong)).toThrow('replicas')
  const cluster = one('Cluster', 'parts-house-db')
  const unknown = { ...cluster, spec: { ...cluster.spec, instance: 3 } } as unknown as Manifest
  expect(() => validate(unknown)).toThrow('additional properties')
})

test('the shop is given settings that it has, and the names of objects that are there', () => {
  const text = JSON.stringify(one('Deployment'))
  const { containers } = JSON.parse(text).spec.template.spec
  const names: string[] = containers[0].env.map(({ name }: { name: string }) => name)
  expect(names.filter((name) => !(name in Settings.shape) && name !== 'DB_PASSWORD')).toEqual([])
  for (const host of ['parts-house-pooler', 'parts-house-db-rw', 'parts-house-db-ro'])
    expect(text).toContain(`@${host}:5432/parts_house`)
  const { pgbouncer } = one('Pooler', 'parts-house-pooler').spec as { pgbouncer: object }
  expect(pgbouncer).toMatchObject({ poolMode: 'transaction', parameters: { max_prepared_statements: '400' } })
})

test('no commit is acknowledged by one PostgreSQL alone, and one node of each kind may go away', () => {
  const { instances, postgresql } = one('Cluster', 'parts-house-db').spec as Record<string, never>
  expect([instances, postgresql]).toMatchObject([3, { synchronous: { number: 1, dataDurability: 'required' } }])
  expect(one('PodDisruptionBudget').spec).toMatchObject({ minAvailable: 2 })
  expect(one('HorizontalPodAutoscaler').spec).toMatchObject({ minReplicas: 3 })
  const probes = (one('Deployment') as never as { spec: { template: { spec: { containers: object[] } } } }).spec
    .template
  expect(probes.spec.containers[0]).toMatchObject({
    livenessProbe: { httpGet: { path: '/livez' } },
    readinessProbe: { httpGet: { path: '/readyz' } },
  })
})
