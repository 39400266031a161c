# The image of Rollcall: docker build -t rollcall .
# The base has an exact version but no digest. To pin it, add the digest that this command shows:
#   docker buildx imagetools inspect node:24.21.0-bookworm-slim
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
# npm ci also builds the template of a new state, which needs the sources.
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
# The second --omit removes the compiler, which is also an optional peer of a dependency.
RUN npm prune --omit=dev --omit=optional --no-audit --no-fund
# COPY keeps the file modes of the checkout, but another user must be able to read these files.
RUN chmod -R go+rX .

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Rollcall" \
      org.opencontainers.image.description="Syncs users and group memberships from an HR system to a learning service, and removes a membership only after approval" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compile-cache \
    ROLLCALL_STATE=/var/lib/rollcall
COPY --from=build /build/package.json /build/LICENSE /app/
COPY --from=build /build/node_modules /app/node_modules
COPY --from=build /build/dist /app/dist
COPY --from=build /build/bin /app/bin
COPY --from=build /build/docs/schemas /app/docs/schemas
# Files for the demo. Other jobs are mounted.
COPY --from=build /build/jobs/demo.yaml /app/jobs/demo.yaml
COPY --from=build /build/mappings/demo.yaml /app/mappings/demo.yaml
# Initial contents of a named volume: a folder that belongs to the user.
RUN mkdir -p /var/lib/rollcall /rollcall && chown node:node /var/lib/rollcall && chmod 0700 /var/lib/rollcall
USER 1000:1000
# jobs/, mappings/ and exports/ are mounted here.
WORKDIR /rollcall
VOLUME ["/var/lib/rollcall"]
EXPOSE 8423
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/bin/healthy.js"]
ENTRYPOINT ["node", "/app/bin/rollcall.js"]
CMD ["serve", "--help"]
