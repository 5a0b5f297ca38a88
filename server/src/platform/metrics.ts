import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The figures at /metrics, in Prometheus' text form. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'route' | 'method' | 'status'>

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'till_http_request_duration_seconds',
      help: 'How long requests took, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [this.#registry],
    })
  }

  readonly observe = (route: string, method: string, status: number, seconds: number): void => {
    this.#requests.observe({ route, method, status }, seconds)
  }

  /** Counts what this process does, by what came of it. */
  counter(name: string, help: string): (outcome: string) => void {
    const counter = new Counter({ name, help, labelNames: ['outcome'], registers: [this.#registry] })
    return (outcome) => counter.inc({ outcome })
  }

  /** Shows how things stand when somebody looks. While nobody can say, it shows nothing: an old figure would calm. */
  gauge(name: string, help: string, read: () => Promise<Readonly<Record<string, number>>>): void {
    new Gauge({
      name,
      help,
      labelNames: ['status'],
      registers: [this.#registry],
      async collect() {
        this.reset()
        const figures = await read().catch(() => ({}))
        for (const [status, value] of Object.entries(figures)) this.set({ status }, value)
      },
    })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  stop(): void {
    this.#registry.clear()
  }
}
