FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && rm -r build/server/.compiled

FROM node:24-slim AS modules
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# The image brings Node and is given a database, so neither is taken from npm.
RUN npm ci --omit=dev --omit=optional

FROM node:24-slim
WORKDIR /shop
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=modules /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY package.json ./
COPY migrations migrations
COPY src src
COPY scripts/compile.mjs scripts/
RUN mkdir /data build/server/.compiled && chown node:node /data build/server/.compiled
USER node
# What is compiled is good for one user alone.
RUN node scripts/compile.mjs
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/index.js"]
