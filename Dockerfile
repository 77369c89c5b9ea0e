# The image of Tollgate, made of a release (decision 90): what was hashed and tested is what runs. On Linux, of the machine's kind:
#   npm ci && npm run release -- --with-node
#   docker build --tag tollgate .
# It runs as user 65532, on a read-only root file system, without any capability:
#   docker run --read-only --cap-drop=ALL --security-opt=no-new-privileges …
# The bases are public ones; pin them by digest where you build for production. BUILD_BASE needs a shell, tar, sha256sum and libatomic,
# RUN_BASE glibc and libstdc++ and nothing else.
ARG BUILD_BASE=buildpack-deps:bookworm
ARG RUN_BASE=gcr.io/distroless/cc-debian12

FROM ${BUILD_BASE} AS unpacked
COPY release/tollgate-*-linux-*.tar.gz /release/
# One release, unpacked as root's: the program cannot change itself. Nothing goes on if a byte differs.
RUN set -eu; \
    mkdir -p /opt/tollgate; \
    cd /opt/tollgate; \
    set -- /release/*.tar.gz; \
    [ $# -eq 1 ] || { echo "there are $# releases in release/: remove those that are not meant" >&2; exit 1; }; \
    tar -xzf "$1" --strip-components=1 --no-same-owner; \
    sha256sum --check --quiet SHA256SUMS; \
    rm -r deploy docs Dockerfile README.md; \
    mkdir node/lib; \
    cp -L /usr/lib/*-linux-gnu/libatomic.so.1 node/lib/; \
    install -d -o 65532 -g 65532 compiled
# Compiled once here instead of at each start, which then needs two thirds of the processor time. Node.js keeps it for each user
# apart, and only for the same flags.
USER 65532:65532
RUN NODE_COMPILE_CACHE=/opt/tollgate/compiled /opt/tollgate/node/bin/node --disable-sigusr1 --no-allocation-site-pretenuring \
    --max-semi-space-size=16 --v8-pool-size=1 --max-old-space-size=512 \
    --eval "import('/opt/tollgate/gateway/src/process/commands.ts').then(() => import('/opt/tollgate/gateway/src/process/start.ts'))"

FROM ${RUN_BASE}
COPY --from=unpacked /opt/tollgate /opt/tollgate
WORKDIR /opt/tollgate
# Settings that a container differs in, and the one library of Node.js that RUN_BASE lacks. The other settings of an installation come
# from outside, its secrets as files.
ENV ENVIRONMENT=production HOST=0.0.0.0 PORT=3000 \
    NODE_COMPILE_CACHE=/opt/tollgate/compiled LD_LIBRARY_PATH=/opt/tollgate/node/lib
EXPOSE 3000
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/opt/tollgate/node/bin/node", "/opt/tollgate/bin/healthy.mjs"]
# What bin/tollgate runs, without its shell.
ENTRYPOINT ["/opt/tollgate/node/bin/node", "--disable-sigusr1", "--no-allocation-site-pretenuring", "--max-semi-space-size=16", "--v8-pool-size=1", "--max-old-space-size=512", "gateway/src/main.ts"]
CMD ["start"]
