# bourse in a container, for Node 20. Build: docker build -t bourse .   Run: docker run --rm -it bourse market klines BTCUSDT 1h
FROM node:20-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --pack-destination /pack

FROM node:20-slim
COPY --from=build /pack /pack
RUN npm install --global --omit=dev /pack/*.tgz && rm -r /pack
# Profiles, the journal of orders and the sandbox are kept in this folder: mount a volume on it.
ENV BOURSE_HOME=/data
RUN mkdir /data && chown node:node /data && chmod 700 /data
VOLUME /data
USER node
ENTRYPOINT ["bourse"]
CMD ["--help"]
