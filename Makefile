# Front door of the project. Everything a newcomer needs: `make demo` and `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help

MVN = JAVA_HOME="$$(tools/toolchain java)" && export JAVA_HOME && mvn -B -ntp

.PHONY: help build test unit fmt crds deploy image reference docs demo demo-down long bench load jmh sbom faults conformance clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile

build: ## compile and package everything, without tests
	@$(MVN) -q package -DskipTests

unit: ## the fast tests: no cluster is started
	@$(MVN) test

test: ## everything that guards main: checks, unit, API and end-to-end tests on real clusters
	@tools/run-tests

fmt: ## format the sources
	@$(MVN) -q spotless:apply

crds: ## write deploy/crds anew from the types of module api
	@$(MVN) -q -pl crds -am compile dependency:build-classpath -Dmdep.outputFile=target/classpath.dependencies -Dmdep.includeScope=compile
	@"$$(tools/toolchain java)/bin/java" -Dslf4j.internal.verbosity=ERROR -cp "crds/target/classes:$$(cat crds/target/classpath.dependencies)" io.sluice.crds.GenerateCrds deploy/crds

reference: ## write docs/reference anew from the commands and deploy/crds
	@$(MVN) -q -pl cli -am test -Dtest=ReferenceTest -Dreference.write=true -Dsurefire.failIfNoSpecifiedTests=false

docs: ## build the documentation as a site with search, in target/site
	@tools/docs

deploy: build ## write deploy/sluice.yaml and the Helm chart anew from the typed manifests
	@"$$(tools/toolchain java)/bin/java" -cp "cli/target/classes:$$(cat cli/target/classpath.dependencies)" io.sluice.cli.install.Render deploy "$$(sed -n 's/^version=//p' cli/target/classes/sluice.properties)"

image: build ## one OCI image for all roles, without a daemon: target/image/sluice.tar
	@tools/image

demo: build ## a home cluster that borrows from two others, narrated; leaves them up
	@tools/demo

demo-down: ## stop what `make demo` left running
	@tools/demo down

long: ## long suites, resumable
	@tools/run-long

bench: ## benchmarks against vanilla Kubernetes: make bench [N=pods] [ROUNDS=rounds] [GROWTH=most pods] [ONLY=scenarios to take again]
	@tools/bench "$(or $(N),300)" "$(or $(ROUNDS),3)" "$(or $(GROWTH),0)" $(ONLY)

load: ## one axis of load after the other, resumable: [PODS=n NAMESPACES=n NODES=n RATE=pods/min SECONDS=s]
	@tools/load "$(or $(PODS),5000)" "$(or $(NAMESPACES),200)" "$(or $(NODES),10)" "$(or $(RATE),300)" "$(or $(SECONDS),900)"

jmh: ## what the functions cost that are called for every pod: target/jmh/result.json
	@tools/jmh

sbom: ## what is shipped, as a CycloneDX bill of materials: cli/target/bom.json
	@$(MVN) -q -pl cli -am package -DskipTests org.cyclonedx:cyclonedx-maven-plugin:makeBom

faults: ## random faults on three clusters, judged from audit logs: [RUNS=n SEED=s], resumable
	@tools/faults

conformance: ## Kubernetes' own suite on a virtual node: [FOCUS=regex SKIP=regex MINUTES=n WORKERS=n], resumable
	@tools/conformance

clean: ## remove what was built here (the cache of Kubernetes binaries stays)
	@$(MVN) -q clean
