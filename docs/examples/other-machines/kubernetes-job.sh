#!/bin/sh
# Starts an indexed job of Kubernetes: kubernetes-job.sh COUNT COMMAND [ARGUMENT...]
#
# IMAGE is an image with the referee, CLAIM a volume claim for the shared folder. The last line that it prints names the job.
set -eu
count=$1
shift
words=$(for word in "$@"; do printf '%s' "$word" | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&", /' ; done)
kubectl create -o name -f - <<END
apiVersion: batch/v1
kind: Job
metadata:
  generateName: botyard-
spec:
  completions: $count
  parallelism: $count
  completionMode: Indexed
  backoffLimit: 1000
  ttlSecondsAfterFinished: 600
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: batch
          image: ${IMAGE:-botyard:latest}
          workingDir: $PWD
          command: [${words%, }]
          resources:
            requests: { cpu: "2", memory: 1Gi }
          volumeMounts:
            - { name: shared, mountPath: $PWD }
      volumes:
        - name: shared
          persistentVolumeClaim: { claimName: ${CLAIM:-botyard} }
END
