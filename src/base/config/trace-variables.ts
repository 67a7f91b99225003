import { choice, count, million, share, type Variable } from './variable.ts'

const text = (
  description: string,
  takes: string,
  shape: Pick<RegExp, 'test'>,
): Variable<string | undefined> => ({
  description,
  shownDefault: 'none',
  fallback: undefined,
  takes,
  isSecret: true,
  parse: (value) => (shape.test(value) ? value : undefined),
})

const url = [
  'an http or https URL without a query, like http://127.0.0.1:4318',
  { test: (value: string) => /^https?:\/\/[^\s?#]+$/i.test(value) && URL.canParse(value) },
] as const
const pairs = ['pairs like a=b,c=d', /^([^\s=,]+=([^%,]|%[\da-f]{2})*(,(?=.)|$))+$/i] as const
const headers = [
  'pairs like a=b,c=d that are headers',
  /^([\w!#$&'*+.^`|~-]+=([ !-$&-+\--~]|%([2-6][\da-f]|7[\da-e]))*(,(?=.)|$))+$/i,
] as const
const samplers = ['always_on', 'always_off', 'traceidratio'] as const
const minutes = [1, 600_000] as const
const timeout = count('Milliseconds for sending spans once.', 10_000, minutes)
const protocol = choice('How traces are written.', ['http/protobuf', 'http/json'], 'http/protobuf')

/** Makes the variable for traces alone, which overrides the one for all signals. */
const ownOf = <T>(general: Variable<T>, name: string): Variable<T | undefined> => ({
  ...general,
  description: 'The same for traces alone.',
  shownDefault: name,
  fallback: undefined,
})

/** Variables that the OpenTelemetry packages read themselves, ignoring invalid values. */
const others = {
  OTEL_EXPORTER_OTLP_HEADERS: text('Headers for the collector.', ...headers),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: text('More of them, for traces alone.', ...headers),
  OTEL_EXPORTER_OTLP_TIMEOUT: timeout,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: ownOf(timeout, 'OTEL_EXPORTER_OTLP_TIMEOUT'),
  OTEL_SERVICE_NAME: text('The name of the service, if not petstore.', 'a name', /^.{1,255}$/),
  OTEL_RESOURCE_ATTRIBUTES: text('Attributes of all spans.', ...pairs),
  OTEL_TRACES_SAMPLER: choice(
    'Which traces are recorded; parentbased_ leaves that to a caller who sends traceparent.',
    [...samplers, ...samplers.map((name) => `parentbased_${name}` as const)],
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: share('The share of traces that a sampler by ratio records.'),
  OTEL_BSP_SCHEDULE_DELAY: count('Milliseconds between two batches of spans.', 5_000, minutes),
  OTEL_BSP_MAX_QUEUE_SIZE: count('The most spans that wait to be sent.', 2_048, million),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count('The most spans in a batch.', 512, million),
  OTEL_BSP_EXPORT_TIMEOUT: count('Milliseconds for sending a batch.', 30_000, minutes),
} as const

// The names of the object.
export const otherTraceVariables = Object.keys(others) as ReadonlyArray<keyof typeof others>

/** Standard variables (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: text('The collector of traces (OTLP), without /v1/traces.', ...url),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text('The same, with its path.', ...url),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ownOf(protocol, 'OTEL_EXPORTER_OTLP_PROTOCOL'),
  ...others,
  OTEL_TRACES_EXPORTER: choice('Where traces go.', ['otlp', 'none'], 'otlp'),
  OTEL_SDK_DISABLED: choice('Whether tracing is turned off.', ['true', 'false'], 'false'),
} as const
