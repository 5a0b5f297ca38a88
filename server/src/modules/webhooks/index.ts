import type { Route } from '../../platform/http/route.ts'
import type { EndpointNeeds } from './operations/create-endpoint.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { endpointRoutes } from './routes/endpoint-routes.ts'

export { attemptDelivery } from './delivery/attempt.ts'
export { Dispatcher } from './delivery/dispatcher.ts'
export { disableEndpoint } from './operations/disable-endpoint.ts'
export { forgetDeliveries } from './operations/forget-deliveries.ts'

export function webhookRoutes(needs: EndpointNeeds): readonly Route[] {
  return [...endpointRoutes(needs), ...deliveryRoutes]
}
